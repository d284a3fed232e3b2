import { minCents } from '../kernel/values/money.ts'
import type { ChargeMoney } from './charge-money.ts'

/** What decides the shares of a charge; `ledger` section 6. */
export type ShareTerms = Pick<
  ChargeMoney,
  | 'grossCents'
  | 'feeCents'
  | 'reserveCents'
  | 'refundFeePolicy'
  | 'feeLeftCents'
  | 'reserveLeftCents'
  | 'refundedCents'
  | 'refundingCents'
>

const between = (low: bigint, value: bigint, high: bigint): bigint =>
  minCents(value < low ? low : value, high < low ? low : high)

/** The part of `wholeCents` that belongs to all that goes back, this amount included, rounded down. */
function cumulative(terms: ShareTerms, wholeCents: bigint, amountCents: bigint): bigint {
  return (wholeCents * (terms.refundedCents + terms.refundingCents + amountCents)) / terms.grossCents
}

/**
 * The fee that comes back with an amount: its cumulative share less what came back already, so that the parts of a
 * whole charge sum exactly. Never more than the amount itself; none where the fee is kept.
 */
export function feeShare(terms: ShareTerms, amountCents: bigint): bigint {
  if (terms.refundFeePolicy === 'keep') return 0n
  const returned = terms.feeCents - terms.feeLeftCents
  const share = cumulative(terms, terms.feeCents, amountCents) - returned
  return between(0n, share, minCents(terms.feeLeftCents, amountCents))
}

/** The reserve that is released for a refund: its cumulative share, or more where the money is short of it. */
export function reserveShareOfRefund(
  terms: ShareTerms,
  amounts: { amountCents: bigint; feeShareCents: bigint; shortCents: bigint },
): bigint {
  const released = terms.reserveCents - terms.reserveLeftCents
  const share = cumulative(terms, terms.reserveCents, amounts.amountCents) - released
  const wanted = share > amounts.shortCents ? share : amounts.shortCents
  return between(0n, wanted, reserveShareOfDispute(terms, amounts))
}

/** The reserve that is released for a dispute: all of it, as far as the hold can use it. */
export function reserveShareOfDispute(
  terms: ShareTerms,
  { amountCents, feeShareCents }: { amountCents: bigint; feeShareCents: bigint },
): bigint {
  return minCents(terms.reserveLeftCents, amountCents - feeShareCents)
}
