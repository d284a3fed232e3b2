import { plusMs } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { readPositionsAtSeqs, type Positions } from '../../ledger/positions-at.ts'
import { WINDOW_MS, type StatementClock } from '../clock.ts'
import { sumFees } from './fees.queries.ts'
import { readSeqRange } from './seq-range.queries.ts'
import { sumByFact, sumBySeq, type StatementTotal } from './statement-totals.queries.ts'

export interface SummaryFilter {
  clock: StatementClock
  /** The start of the period, inclusive. Without `from`, the period starts 30 days ago. */
  from?: Date | undefined
  /** The end of the period, exclusive. Without `to`, the period ends now. */
  to?: Date | undefined
}

/** The change of a merchant's balance in a period. */
export interface StatementSummary {
  clock: StatementClock
  from: Date
  to: Date | null
  /** The positions before the first entry of the period; null in a summary by date of the fact. */
  opening: Positions | null
  /** The positions after the last entry of the period; null in a summary by date of the fact. */
  closing: Positions | null
  /** The fees of the period minus the fees given back; null in a summary by date of the fact. */
  feesCents: bigint | null
  /**
   * The sums by type of entry and position. In a summary by posting date, these sums add up to `closing` minus
   * `opening`.
   */
  totals: StatementTotal[]
}

/**
 * Returns the totals of a period. For a period by posting date, also returns the opening and closing positions. The
 * closing positions equal `readPositionsAt` for the last millisecond of the period.
 * @throws Problem validation_error naming `to`, when it is not after `from`.
 * @throws Problem not_found, reason `account_not_found`.
 */
export async function readStatementSummary(
  ctx: Context,
  merchantId: string,
  { clock, to, ...filter }: SummaryFilter,
): Promise<StatementSummary> {
  const now = ctx.clock.now()
  const from = filter.from ?? plusMs(now, -WINDOW_MS)
  if (to !== undefined && to <= from)
    throw new Problem('validation_error', { fields: [{ path: 'to', code: 'out_of_range' }] })
  const period = { clock, from, to: to ?? null }
  if (clock === 'fact') {
    const totals = await sumByFact(ctx, merchantId, { from, to })
    return { ...period, opening: null, closing: null, feesCents: null, totals }
  }
  const range = await readSeqRange(ctx, merchantId, { from, to })
  if (range === undefined) throw new Problem('not_found', { reason: 'account_not_found' })
  const [opening, closing] = await readPositionsAtSeqs(ctx, merchantId, [range.first, range.last])
  if (opening === undefined || closing === undefined)
    throw new Error(
      'BUG: readStatementSummary: readPositionsAtSeqs returned fewer positions than sequence numbers',
    )
  return {
    ...period,
    opening: { ...opening, asOf: from },
    closing: { ...closing, asOf: to !== undefined && to < now ? to : now },
    feesCents: await sumFees(ctx, merchantId, range),
    totals: await sumBySeq(ctx, merchantId, range),
  }
}
