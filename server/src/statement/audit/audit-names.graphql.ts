import { Ctx, Field, FieldResolver, ID, ObjectType, Resolver, Root } from 'type-graphql'
import { AuditChange, AuditEntryType } from '../../audit/audit.type.ts'
import type { GraphContext } from '../../graphql/context.ts'
import { merchantById } from '../../merchants/merchant.queries.ts'
import { MerchantType } from '../../merchants/merchant.type.ts'
import { bankNameOf } from '../../payouts/banks/bank-name.ts'
import { auditTargetById, nameOfEntryActor } from './audit-names.ts'
import type { AuditTargetName } from './audit-targets.queries.ts'

@ObjectType('AuditTarget', { description: 'The record that an action changed.' })
class AuditTargetType implements AuditTargetName {
  @Field(() => ID) id!: string
  @Field(() => String, { description: 'An order reference, a name, a bank reference or a URL.' })
  name!: string
  @Field(() => ID, { nullable: true, description: 'The charge itself, or the charge of a case or refund.' })
  chargeId!: string | null
}

/**
 * Resolves the names of an audit entry's actor, target and merchant. This resolver is not in module `audit`, because
 * that module may import neither `staff` nor `merchants`.
 */
@Resolver(() => AuditEntryType)
export class AuditNamesResolver {
  @FieldResolver(() => String, {
    description: 'The name of a person, `api-key:<name>`, `cli:<operator>`, `cli`…',
  })
  actorName(@Ctx() ctx: GraphContext, @Root() entry: AuditEntryType): Promise<string> {
    return nameOfEntryActor(ctx, entry)
  }

  @FieldResolver(() => AuditTargetType, { nullable: true, description: 'Null for a record without a name.' })
  async target(
    @Ctx() ctx: GraphContext,
    @Root() { targetId }: AuditEntryType,
  ): Promise<AuditTargetType | null> {
    return targetId === null ? null : ((await auditTargetById(ctx, targetId)) ?? null)
  }

  @FieldResolver(() => MerchantType, { nullable: true })
  async merchant(
    @Ctx() ctx: GraphContext,
    @Root() { merchantId }: AuditEntryType,
  ): Promise<MerchantType | null> {
    return merchantId === null ? null : ((await merchantById(ctx, merchantId)) ?? null)
  }
}

/** Resolves the names of the institutions in a changed bank account. */
@Resolver(() => AuditChange)
export class AuditBankNamesResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description: 'The name of the institution, if the value is a known ISPB.',
  })
  beforeName(@Root() { field, before }: AuditChange): string | null {
    return institutionIn(field, before)
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'The name of the institution, if the value is a known ISPB.',
  })
  afterName(@Root() { field, after }: AuditChange): string | null {
    return institutionIn(field, after)
  }
}

const institutionIn = (field: string, value: string | null): string | null =>
  field === 'ispb' && value !== null ? bankNameOf(value) : null
