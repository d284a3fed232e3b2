import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { listCasesOfCharges } from '../cases/case.queries.ts'
import { CaseType } from '../cases/case.type.ts'
import { ChargeType } from '../charges/charge.type.ts'
import { manyByOwner } from '../graphql/data-loaders.ts'
import type { GraphContext } from '../graphql/context.ts'
import { PayoutType } from '../payouts/payout.type.ts'
import { listCorrelationsOfCharges } from './correlation.queries.ts'
import { listLinesOfPayouts } from './payout-lines.queries.ts'
import { JournalLineType } from './statement.type.ts'

const casesOfCharge = manyByOwner(listCasesOfCharges, (one) => one.chargeId)
const correlationsOfCharge = manyByOwner(listCorrelationsOfCharges, (one) => one.chargeId)
const linesOfPayout = manyByOwner(listLinesOfPayouts, (line) => line.payoutId)

/** The cases of a charge, and the correlation ids of the requests that moved its money. */
@Resolver(() => ChargeType)
export class ChargeMoneyResolver {
  @FieldResolver(() => [CaseType])
  cases(@Ctx() ctx: GraphContext, @Root() charge: ChargeType): Promise<CaseType[]> {
    return casesOfCharge(ctx, charge)
  }

  @FieldResolver(() => [String], {
    description: 'Correlation ids of the requests and jobs that created it, cancelled it or moved its money.',
  })
  async correlationIds(@Ctx() ctx: GraphContext, @Root() charge: ChargeType): Promise<string[]> {
    const found = await correlationsOfCharge(ctx, charge)
    return found.map(({ correlationId }) => correlationId)
  }
}

/** The journal lines of a payout. */
@Resolver(() => PayoutType)
export class PayoutLinesResolver {
  @FieldResolver(() => [JournalLineType])
  async journalLines(@Ctx() ctx: GraphContext, @Root() payout: PayoutType): Promise<JournalLineType[]> {
    const lines = await linesOfPayout(ctx, payout)
    return lines.map((line) => ({ ...line, merchantId: payout.merchantId, charge: null }))
  }
}
