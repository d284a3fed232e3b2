import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { toConnection, toPageRequest } from '../graphql/page.ts'
import { UuidScalar } from '../graphql/scalars.ts'
import { merchantOf } from '../merchants/merchant.queries.ts'
import { MerchantType } from '../merchants/merchant.type.ts'
import { nameOfActor } from '../staff/actor-name.ts'
import { completePayout } from './complete-payout.ts'
import { cancelPayout } from './cancel-payout.ts'
import { listPayoutDays } from './payout-days.queries.ts'
import {
  PayoutArgs,
  PayoutConnection,
  PayoutDayType,
  PayoutHistoryArgs,
  PayoutType,
  RecordPayoutArgs,
  SettlePayoutArgs,
  ReservePayoutArgs,
} from './payout.type.ts'
import { recordPayout } from './record-payout.ts'
import { reservePayout } from './reserve-payout.ts'
import { reversePayout } from './reverse-payout.ts'
import { countStaffPayouts, getPayout, listStaffPayouts } from './staff-payouts.queries.ts'

@Resolver(() => PayoutType)
class PayoutResolver {
  @Authorized('payout.read')
  @Query(() => PayoutConnection)
  async payouts(
    @Ctx() ctx: GraphContext,
    @Args(() => PayoutArgs) { merchantId, first, after, ...wanted }: PayoutArgs,
  ): Promise<PayoutConnection> {
    const filter = {
      state: wanted.state ?? undefined,
      paidFrom: wanted.paidFrom ?? undefined,
      paidTo: wanted.paidTo ?? undefined,
    }
    const owner = merchantId ?? null
    const page = await listStaffPayouts(ctx, owner, filter, toPageRequest(first, after))
    return toConnection(page, (most) => countStaffPayouts(ctx, owner, filter, most))
  }

  @Authorized('payout.read')
  @Query(() => [PayoutDayType], {
    description: 'One item for each day of the period, up to today; at most 366.',
  })
  payoutHistory(
    @Ctx() ctx: GraphContext,
    @Args(() => PayoutHistoryArgs) { merchantId, ...period }: PayoutHistoryArgs,
  ): Promise<PayoutDayType[]> {
    return listPayoutDays(ctx, merchantId ?? null, period)
  }

  @Authorized('payout.read')
  @Query(() => PayoutType)
  payout(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
    @Arg('id', () => UuidScalar) id: string,
  ): Promise<PayoutType> {
    return getPayout(ctx, merchantId, id)
  }

  @Authorized('payout.record')
  @Mutation(() => PayoutType)
  recordPayout(
    @Ctx() ctx: GraphContext,
    @Args(() => RecordPayoutArgs) { merchantId, forceReason, ...made }: RecordPayoutArgs,
  ): Promise<PayoutType> {
    return recordPayout(ctx, merchantId, { ...made, forceReason: forceReason ?? undefined })
  }

  @Authorized('payout.record')
  @Mutation(() => PayoutType)
  reservePayout(
    @Ctx() ctx: GraphContext,
    @Args(() => ReservePayoutArgs) { merchantId, forceReason, ...given }: ReservePayoutArgs,
  ): Promise<PayoutType> {
    const wanted = { ...given, forceReason: forceReason ?? undefined }
    return reservePayout(ctx, merchantId, wanted)
  }

  @Authorized('payout.record')
  @Mutation(() => PayoutType, { description: 'Records that the transfer of a reserved payout was made.' })
  settlePayout(
    @Ctx() ctx: GraphContext,
    @Args(() => SettlePayoutArgs) { merchantId, id, externalReference, paidAt }: SettlePayoutArgs,
  ): Promise<PayoutType> {
    return completePayout(ctx, merchantId, id, { externalReference, paidAt })
  }

  @Authorized('payout.record')
  @Mutation(() => PayoutType, { description: 'Cancels a reserved payout whose transfer was not made.' })
  releasePayout(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
    @Arg('id', () => UuidScalar) id: string,
    @Arg('reason', () => String) reason: string,
  ): Promise<PayoutType> {
    return cancelPayout(ctx, merchantId, id, reason)
  }

  @Authorized('payout.reverse')
  @Mutation(() => PayoutType, {
    description: 'Reverses a recorded transfer. A transfer can be reversed only once.',
  })
  reversePayout(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
    @Arg('id', () => UuidScalar) id: string,
    @Arg('reason', () => String) reason: string,
  ): Promise<PayoutType> {
    return reversePayout(ctx, merchantId, id, reason)
  }

  @FieldResolver(() => MerchantType)
  merchant(@Ctx() ctx: GraphContext, @Root() record: PayoutType): Promise<MerchantType> {
    return merchantOf(ctx, record)
  }

  @FieldResolver(() => String)
  createdBy(@Ctx() ctx: GraphContext, @Root() { createdBy }: PayoutType): Promise<string> {
    return nameOfActor(ctx, createdBy)
  }
}

export const payoutResolvers = [PayoutResolver] as const
