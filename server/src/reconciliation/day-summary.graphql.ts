import { Arg, Ctx, Query, Resolver } from 'type-graphql'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { UuidScalar } from '../graphql/scalars.ts'
import { summarizeDay } from './day-summary.ts'
import { DaySummaryType } from './day-summary.type.ts'

@Resolver()
class DaySummaryResolver {
  @Authorized('reconciliation.read')
  @Query(() => DaySummaryType, {
    description: 'Compares the records of a day in São Paulo, such as `2026-11-20`, with the network.',
  })
  reconciliationDay(
    @Ctx() ctx: GraphContext,
    @Arg('date', () => String) date: string,
    @Arg('merchantId', () => UuidScalar, { nullable: true }) merchantId: string | null | undefined,
  ): Promise<DaySummaryType> {
    return summarizeDay(ctx, date, merchantId ?? null)
  }
}

export const reconciliationResolvers = [DaySummaryResolver] as const
