import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import type { GraphContext } from '../../graphql/context.ts'
import { listPayoutObstacles } from './payout-obstacles.ts'
import { PayoutObstacleType, ProceedsType } from './proceeds.type.ts'

@Resolver(() => ProceedsType)
export class ProceedsResolver {
  @FieldResolver(() => [PayoutObstacleType], {
    description: 'Why no payout to the merchant leaves now. Empty when payouts can leave.',
  })
  payoutObstacles(
    @Ctx() ctx: GraphContext,
    @Root() { merchantId }: ProceedsType,
  ): Promise<PayoutObstacleType[]> {
    return listPayoutObstacles(ctx, merchantId)
  }
}
