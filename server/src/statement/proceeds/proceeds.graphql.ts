import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { findCases } from '../../cases/case.queries.ts'
import { CaseType } from '../../cases/case.type.ts'
import { Authorized } from '../../graphql/authorization.ts'
import { manyByOwner } from '../../graphql/data-loaders.ts'
import type { GraphContext } from '../../graphql/context.ts'
import { listPayoutObstacles } from './payout-obstacles.ts'
import { PayoutObstacleType, ProceedsType } from './proceeds.type.ts'

const caseById = manyByOwner(findCases, ({ id }) => id)

@Resolver(() => ProceedsType)
export class ProceedsResolver {
  @FieldResolver(() => [PayoutObstacleType], {
    description: 'Why no payout to the merchant can be made now. Empty when payouts can be made.',
  })
  async payoutObstacles(
    @Ctx() ctx: GraphContext,
    @Root() { merchantId }: ProceedsType,
  ): Promise<PayoutObstacleType[]> {
    const obstacles = await listPayoutObstacles(ctx, merchantId)
    return obstacles.map((one) => ({ ...one, merchantId }))
  }
}

@Resolver(() => PayoutObstacleType)
export class PayoutObstacleResolver {
  @Authorized({ nullWithout: ['case.read'] })
  @FieldResolver(() => CaseType, {
    nullable: true,
    description: 'The dispute, for the code open_disputes. Null without the permission to read cases.',
  })
  async case(
    @Ctx() ctx: GraphContext,
    @Root() { merchantId, caseId }: PayoutObstacleType,
  ): Promise<CaseType | null> {
    if (caseId === null) return null
    const [found] = await caseById(ctx, { merchantId, id: caseId })
    return found ?? null
  }
}
