import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { AuditEntryType } from '../audit/audit.type.ts'
import type { GraphContext } from '../graphql/context.ts'
import { merchantById } from '../merchants/merchant.loaders.ts'
import { MerchantType } from '../merchants/merchant.type.ts'
import { nameOfActor } from '../staff/actor-name.ts'

/**
 * Resolves the names of an audit entry's actor and merchant. This resolver is not in module `audit`, because that
 * module may import neither `staff` nor `merchants`.
 */
@Resolver(() => AuditEntryType)
export class AuditNamesResolver {
  @FieldResolver(() => String)
  actorName(@Ctx() ctx: GraphContext, @Root() { actor }: AuditEntryType): Promise<string> {
    return nameOfActor(ctx, actor)
  }

  @FieldResolver(() => MerchantType, { nullable: true })
  async merchant(
    @Ctx() ctx: GraphContext,
    @Root() { merchantId }: AuditEntryType,
  ): Promise<MerchantType | null> {
    return merchantId === null ? null : ((await merchantById(ctx, merchantId)) ?? null)
  }
}
