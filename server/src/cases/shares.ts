import { minCents } from '../kernel/values/money.ts'
import type { ChargeMoney } from './charge-money.ts'

/** The terms and amounts of a charge that determine its shares of fee and reserve. */
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

/** Returns the part of `wholeCents` (rounded down) that corresponds to all refunds so far, including this amount. */
function cumulativeShare(terms: ShareTerms, wholeCents: bigint, amountCents: bigint): bigint {
  return (wholeCents * (terms.refundedCents + terms.refundingCents + amountCents)) / terms.grossCents
}

/**
 * Returns the fee share that is returned with an amount: the share of all refunds so far minus the fee shares returned
 * before. So the fee shares of a fully refunded charge sum exactly to its fee. It is at most the amount itself, and
 * zero with the policy `keep`.
 */
export function feeShare(terms: ShareTerms, amountCents: bigint): bigint {
  if (terms.refundFeePolicy === 'keep') return 0n
  const returned = terms.feeCents - terms.feeLeftCents
  const share = cumulativeShare(terms, terms.feeCents, amountCents) - returned
  return clamp(0n, share, minCents(terms.feeLeftCents, amountCents))
}

/**
 * Returns the reserve that is released for a refund. It is the share of all refunds so far minus the reserve released
 * before, or `shortCents` if that is larger. It never exceeds the remaining reserve, or the amount minus its fee share.
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
