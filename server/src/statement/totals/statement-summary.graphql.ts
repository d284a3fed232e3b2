import { Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql'
import { PositionsType } from '../../balance/balance.type.ts'
import { Authorized } from '../../graphql/authorization.ts'
import type { GraphContext } from '../../graphql/context.ts'
import { readStatementSummary } from './statement-summary.ts'
import { StatementSummaryArgs, StatementSummaryType } from './statement-summary.type.ts'

@Resolver()
export class StatementSummaryResolver {
  @Authorized('statement.read')
  @Query(() => StatementSummaryType, {
    description:
      'The totals of a period. A summary by posting date also has the opening and closing balance.',
  })
  async statementSummary(
    @Ctx() ctx: GraphContext,
    @Args(() => StatementSummaryArgs) { merchantId, clock, from, to }: StatementSummaryArgs,
  ): Promise<StatementSummaryType> {
    const period = { clock, from: from ?? undefined, to: to ?? undefined }
    const { totals, ...summary } = await readStatementSummary(ctx, merchantId, period)
    return { ...summary, totals: totals.map((total) => ({ ...total, linesCount: Number(total.linesCount) })) }
  }
}

@Resolver(() => StatementSummaryType)
export class StatementSummaryPositionsResolver {
  @Authorized({ nullWithout: ['balance.read'] })
  @FieldResolver(() => PositionsType, {
    nullable: true,
    description: 'The positions before the period. Null in a summary by date of the fact.',
  })
  opening(@Root() { opening }: StatementSummaryType): PositionsType | null {
    return opening
  }

  @Authorized({ nullWithout: ['balance.read'] })
  @FieldResolver(() => PositionsType, {
    nullable: true,
    description: 'The positions after the period. Null in a summary by date of the fact.',
  })
  closing(@Root() { closing }: StatementSummaryType): PositionsType | null {
    return closing
  }
}
