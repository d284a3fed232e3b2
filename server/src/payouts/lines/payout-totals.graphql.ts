import { Ctx, Field, FieldResolver, Int, ObjectType, Resolver, Root } from 'type-graphql'
import type { GraphContext } from '../../graphql/context.ts'
import { CentsScalar } from '../../graphql/scalars.ts'
import type { Payout } from '../payout.entity.ts'
import { PayoutType } from '../payout.type.ts'
import { previewPayoutTotals } from './preview-lines.ts'
import { readPayoutTotals, type PayoutTotal } from './payout-totals.queries.ts'

@ObjectType('PayoutTotal', { description: 'The lines of one kind that a payout paid.' })
class PayoutTotalType implements Omit<PayoutTotal, 'linesCount'> {
  @Field(() => String) entryType!: string
  @Field(() => String, { nullable: true }) caseKind!: string | null
  @Field(() => Int) linesCount!: number
  @Field(() => CentsScalar, { description: 'The sums of all kinds add up to the amount of the payout.' })
  amountCents!: bigint
}

@Resolver(() => PayoutType)
class PayoutTotalsResolver {
  @FieldResolver(() => [PayoutTotalType], {
    nullable: true,
    description:
      'What the payout paid, by kind. For a reserved payout, what it will pay if reserved payouts are paid in order. Null while it has no lines.',
  })
  async totals(@Ctx() ctx: GraphContext, @Root() payout: Payout): Promise<PayoutTotalType[] | null> {
    const totals =
      payout.state === 'reserved'
        ? await previewPayoutTotals(ctx, payout)
        : payout.linesAssignedAt && (await readPayoutTotals(ctx, payout.merchantId, payout.id))
    return totals && totals.map((total) => ({ ...total, linesCount: Number(total.linesCount) }))
  }
}

export const payoutTotalsResolvers = [PayoutTotalsResolver] as const
