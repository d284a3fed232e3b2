import { amountsOf } from '../exceptions/exception-amounts.ts'
import type { Context } from '../kernel/context.ts'
import { readDay } from './closed-day.ts'
import {
  countClosedDifferences,
  listOpenDifferences,
  sumPayments,
  sumPayouts,
  sumReturns,
  type PayoutSums,
  type RecordedSums,
} from './day-sums.queries.ts'

/**
 * The result of the comparison of a day. `matches`: the PSP lists everything that the service recorded on the day, with
 * the same amounts and nothing else, and the journal contains the payouts. `differs`: the day can be compared and does
 * not match. `open` and `unlisted`: the day cannot be compared yet.
 */
export const DAY_RESULTS = ['matches', 'differs', 'open', 'unlisted'] as const
export type DayResult = (typeof DAY_RESULTS)[number]

/** The payments or the returns of a day, as the service recorded them and as the PSP lists them. */
export interface Compared extends RecordedSums {
  /** The sum of the payments or returns of the day in the PSP's list, in centavos. */
  networkCents: bigint
}

/** The comparison of the journal of a day with the Pix network and with the payouts. */
export interface DaySummary {
  result: DayResult
  from: Date
  to: Date
  payments: Compared
  returns: Compared
  payouts: PayoutSums
  /** The number of open differences of the day. Counts at most 1000. */
  openCount: number
  /** The ids of the open differences of the day. */
  openIds: string[]
  /** The number of closed differences that were found on the day. Counts at most 1000. */
  closedCount: number
}

/**
 * Compares the records of a day in São Paulo with the PSP's list as the service knows it now, and with the payouts.
 * Reads the rows of the day, at most 1000 open differences, and no other rows. Without `merchantId`, compares the
 * records of all merchants.
 * @throws Problem validation_error naming `date`.
 */
export async function summarizeDay(
  ctx: Context,
  date: string,
  merchantId: string | null,
): Promise<DaySummary> {
  const { state, ...day } = await readDay(ctx, date, merchantId)
  const payments = await sumPayments(ctx, merchantId, day)
  const returns = await sumReturns(ctx, merchantId, day)
  const payouts = await sumPayouts(ctx, merchantId, day)
  const closedCount = await countClosedDifferences(ctx, merchantId, day)
  const open = await listOpenDifferences(ctx, merchantId, day)
  let [paymentCents, returnCents] = [payments.confirmedCents, returns.confirmedCents]
  for (const difference of open) {
    const { networkCents = 0n } = amountsOf(difference) ?? {}
    // The amount of a return is negative.
    if (networkCents > 0n) paymentCents += networkCents
    else returnCents -= networkCents
  }
  const isMatch =
    open.length === 0 &&
    [payments, returns].every(({ recordedCount, confirmedCount }) => recordedCount === confirmedCount) &&
    payouts.payoutCents === payouts.journalCents
  return {
    ...day,
    result: state === 'closed' ? (isMatch ? 'matches' : 'differs') : state,
    payments: { ...payments, networkCents: paymentCents },
    returns: { ...returns, networkCents: returnCents },
    payouts,
    openCount: open.length,
    openIds: open.map(({ id }) => id),
    closedCount,
  }
}
