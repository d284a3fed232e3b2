import { Args, Ctx, Query, Resolver } from 'type-graphql'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { readReserveSchedule } from './reserve-releases.ts'
import { ReserveScheduleArgs, ReserveScheduleType } from './reserve-releases.type.ts'

@Resolver()
class ReserveScheduleResolver {
  @Authorized('balance.read')
  @Query(() => ReserveScheduleType, {
    description: 'The next days on which the terms release reserves of the merchant, with the amounts.',
  })
  reserveSchedule(
    @Ctx() ctx: GraphContext,
    @Args(() => ReserveScheduleArgs) args: ReserveScheduleArgs,
  ): Promise<ReserveScheduleType> {
    return readReserveSchedule(ctx, args)
  }
}

export const settlementResolvers = [ReserveScheduleResolver] as const
