import { minCents } from '../kernel/values/money.ts'
import type { ChargeMoney } from './charge-money.ts'

/** The terms and amounts of a charge from which its shares of fee and reserve are computed. */
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

const clamp = (low: bigint, value: bigint, high: bigint): bigint =>
  minCents(value < low ? low : value, high < low ? low : high)

/** Returns the part of `wholeCents` that belongs to all refunds so far, including this amount. Rounds down. */
function cumulativeShare(terms: ShareTerms, wholeCents: bigint, amountCents: bigint): bigint {
  return (wholeCents * (terms.refundedCents + terms.refundingCents + amountCents)) / terms.grossCents
}

/**
 * Returns the fee share that is returned with an amount: the cumulative share minus the fee shares that were returned
 * before. So the shares of a fully refunded charge sum exactly to its fee. Returns at most the amount itself, and
 * zero under the policy `keep`.
 */
export function feeShare(terms: ShareTerms, amountCents: bigint): bigint {
  if (terms.refundFeePolicy === 'keep') return 0n
  const returned = terms.feeCents - terms.feeLeftCents
  const share = cumulativeShare(terms, terms.feeCents, amountCents) - returned
  return clamp(0n, share, minCents(terms.feeLeftCents, amountCents))
}

/**
 * Returns the reserve that is released for a refund. This is the cumulative share minus the reserve that was released
 * before, or `shortCents` if that is larger. Never returns more than the remaining reserve, or more than the amount
 * minus its fee share.
 */
export function reserveShareOfRefund(
  terms: ShareTerms,
  amounts: { amountCents: bigint; feeShareCents: bigint; shortCents: bigint },
): bigint {
  const released = terms.reserveCents - terms.reserveLeftCents
  const share = cumulativeShare(terms, terms.reserveCents, amounts.amountCents) - released
  const uncappedCents = share > amounts.shortCents ? share : amounts.shortCents
  return clamp(0n, uncappedCents, reserveShareOfDispute(terms, amounts))
}

/**
 * Returns the reserve that is released for a dispute: all remaining reserve, but at most the amount minus its fee
 * share.
 */
export function reserveShareOfDispute(
  terms: ShareTerms,
  { amountCents, feeShareCents }: { amountCents: bigint; feeShareCents: bigint },
): bigint {
  return minCents(terms.reserveLeftCents, amountCents - feeShareCents)
}
