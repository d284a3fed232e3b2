import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { manyByOwner } from '../graphql/data-loaders.ts'
import type { GraphContext } from '../graphql/context.ts'
import { PayoutType } from '../payouts/payout.type.ts'
import { listLinesOfPayouts } from './payout-lines.queries.ts'
import { JournalLineType } from './statement.type.ts'

const linesOfPayout = manyByOwner(listLinesOfPayouts, (line) => line.payoutId)

/** Resolves the journal lines of a payout. */
@Resolver(() => PayoutType)
export class PayoutLinesResolver {
  @FieldResolver(() => [JournalLineType])
  async journalLines(@Ctx() ctx: GraphContext, @Root() payout: PayoutType): Promise<JournalLineType[]> {
    const lines = await linesOfPayout(ctx, payout)
    return lines.map((line) => ({ ...line, merchantId: payout.merchantId, caseId: null, charge: null }))
  }
}
