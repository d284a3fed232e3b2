import { Ctx, Field, FieldResolver, ObjectType, Resolver, Root } from 'type-graphql'
import type { GraphContext } from '../../graphql/context.ts'
import { PayoutType } from '../../payouts/payout.type.ts'
import { nameOfEntryActor } from './audit-names.ts'
import { listPayoutChanges, type PayoutChange } from './payout-changes.queries.ts'

@ObjectType('PayoutChange', { description: 'The creation of a payout, or a change after it.' })
export class PayoutChangeType implements PayoutChange {
  @Field(() => String, { description: 'reserved, recorded, completed, given_back or reversed.' })
  kind!: PayoutChange['kind']
  @Field(() => Date) at!: Date
  actor!: string
  userAgent!: string | null
}

/** Resolves who created a payout, recorded the payment of a reserved payout, released it, or reversed it. */
@Resolver(() => PayoutType)
export class PayoutChangesResolver {
  @FieldResolver(() => [PayoutChangeType], {
    description: 'Oldest first. Without the changes made in another cell, from which the merchant has moved.',
  })
  changes(@Ctx() ctx: GraphContext, @Root() payout: PayoutType): Promise<PayoutChangeType[]> {
    return listPayoutChanges(ctx, payout)
  }
}

@Resolver(() => PayoutChangeType)
export class PayoutChangeResolver {
  @FieldResolver(() => String, {
    description: 'The name of a person, `api-key:<name>`, `cli:<operator>`, `cli`…',
  })
  by(@Ctx() ctx: GraphContext, @Root() change: PayoutChangeType): Promise<string> {
    return nameOfEntryActor(ctx, change)
  }
}
