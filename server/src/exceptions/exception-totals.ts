import type { Context } from '../kernel/context.ts'
import { amountsOf } from './exception-amounts.ts'
import { listExceptions, type ExceptionFilter } from './exception.queries.ts'

const SUMMED_MAX = 1_000

/** The sums of exceptions, in centavos. Payments are positive, and returns are negative. */
export interface ExceptionTotals {
  recordedCents: bigint
  networkCents: bigint
  /** The sum of the amounts by which the network has more than the records. */
  networkOnlyCents: bigint
  /** The sum of the amounts by which the records have more than the network. */
  recordsOnlyCents: bigint
  count: number
  /** Whether more exceptions match the filter than were summed. */
  isPartial: boolean
}

/** Sums the newest 1000 exceptions that match the filter. */
export async function readExceptionTotals(ctx: Context, filter: ExceptionFilter): Promise<ExceptionTotals> {
  const { items, nextCursor } = await listExceptions(ctx, filter, { limit: SUMMED_MAX })
  const totals: ExceptionTotals = {
    recordedCents: 0n,
    networkCents: 0n,
    networkOnlyCents: 0n,
    recordsOnlyCents: 0n,
    count: items.length,
    isPartial: nextCursor !== null,
  }
  for (const exception of items) {
    const amounts = amountsOf(exception)
    if (!amounts) continue
    const differenceCents = amounts.networkCents - amounts.recordedCents
    totals.recordedCents += amounts.recordedCents
    totals.networkCents += amounts.networkCents
    if (differenceCents > 0n) totals.networkOnlyCents += differenceCents
    else totals.recordsOnlyCents -= differenceCents
  }
  return totals
}
