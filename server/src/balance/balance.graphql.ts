import { Arg, Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { UuidScalar } from '../graphql/scalars.ts'
import { readBalance } from '../ledger/balance.ts'
import {
  BalanceDayType,
  BalanceHistoryArgs,
  BalanceType,
  PositionsType,
  SuspensionReasonType,
} from './balance.type.ts'
import { listBalanceDays, readPositionsAt } from '../ledger/positions-at.ts'
import { SUSPENSION_MESSAGES, suspensionReasonsOf } from '../merchants/suspension-reasons.ts'

@Resolver(() => BalanceType)
class BalanceResolver {
  @Authorized('balance.read')
  @Query(() => BalanceType)
  balance(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
  ): Promise<BalanceType> {
    return readBalance(ctx, merchantId)
  }

  @Authorized('balance.read')
  @Query(() => PositionsType, {
    description: 'The positions at `asOf`: every entry posted until then counts.',
  })
  balanceAt(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
    @Arg('asOf', () => Date) asOf: Date,
  ): Promise<PositionsType> {
    return readPositionsAt(ctx, merchantId, asOf)
  }

  @Authorized('balance.read')
  @Query(() => [BalanceDayType], {
    description: 'One point for each day of the period, up to today; at most 366.',
  })
  balanceHistory(
    @Ctx() ctx: GraphContext,
    @Args(() => BalanceHistoryArgs) { merchantId, ...period }: BalanceHistoryArgs,
  ): Promise<BalanceDayType[]> {
    return listBalanceDays(ctx, merchantId, period)
  }

  @FieldResolver(() => String)
  currency(): string {
    return 'BRL'
  }

  @FieldResolver(() => Boolean)
  async payoutsSuspended(@Ctx() ctx: GraphContext, @Root() balance: BalanceType): Promise<boolean> {
    return (await suspensionReasonsOf(ctx, balance.merchantId)).length > 0
  }

  @FieldResolver(() => [SuspensionReasonType])
  suspensionReasons(@Ctx() ctx: GraphContext, @Root() balance: BalanceType): Promise<SuspensionReasonType[]> {
    return suspensionReasonsOf(ctx, balance.merchantId)
  }
}

@Resolver(() => SuspensionReasonType)
class SuspensionReasonResolver {
  @FieldResolver(() => String)
  message(@Root() { code }: SuspensionReasonType): string {
    return SUSPENSION_MESSAGES[code]
  }
}

export const balanceResolvers = [BalanceResolver, SuspensionReasonResolver] as const
