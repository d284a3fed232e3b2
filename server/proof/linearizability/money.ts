/** The fee of the merchants of this proof, in basis points of the gross amount. */
const FEE_BPS = 200
/** The reserve of the merchants of this proof, in basis points of the net amount. */
const RESERVE_BPS = 1_000
const UNLIMITED = 1_000_000

/**
 * The contract of the merchants of this proof. No money becomes available during a run, which takes less than a day.
 */
export const TERMS = {
  feePercentBps: FEE_BPS,
  feeFixedCents: 0n,
  reserveBps: RESERVE_BPS,
  reserveDays: 30,
  settlementDelayDays: 2,
  refundFeePolicy: 'prorata',
  writeRate: UNLIMITED,
  readRate: UNLIMITED,
  searchRate: UNLIMITED,
} as const

/** The amounts of a paid charge in centavos. */
export interface Money {
  gross: number
  fee: number
  net: number
  reserve: number
  /** The charge's money that is still pending. */
  pendingLeft: number
  feeReturned: number
  reserveReleased: number
  refunding: number
  refunded: number
}

/**
 * Divides the gross amount into fee, net and reserve. The specification says about a charge: `net_cents` is "gross
 * minus fee"; `reserve_cents` is the "part of the net held as contractual reserve". The specification does not give the
 * rounding ("Fee rounding rule: not shown"). The service rounds the fee half up and the reserve down.
 */
export function divide(gross: number): Money {
  const fee = Math.floor((gross * FEE_BPS + 5_000) / 10_000)
  const net = gross - fee
  const reserve = Math.floor((net * RESERVE_BPS) / 10_000)
  const none = { feeReturned: 0, reserveReleased: 0, refunding: 0, refunded: 0 }
  return { gross, fee, net, reserve, pendingLeft: net - reserve, ...none }
}

/** The parts of the fee and of the reserve that a refund gives back, in centavos. */
export interface HoldPlan {
  fee: number
  reserve: number
}

/**
 * Returns the shares of fee and reserve that a refund of `amount` gives back before it blocks the amount. The shares of
 * all refunds of a charge sum exactly to its fee and reserve. Returns undefined if the charge cannot fund the refund.
 */
export function planHold(money: Money, amount: number): HoldPlan | undefined {
  const returned = money.refunded + money.refunding + amount
  const fee = shareOf(money.fee, returned, money.gross) - money.feeReturned
  const short = amount - fee - money.pendingLeft
  const share = shareOf(money.reserve, returned, money.gross) - money.reserveReleased
  const reserve = Math.min(money.reserve - money.reserveReleased, Math.max(share, short))
  return reserve < short ? undefined : { fee, reserve }
}

const shareOf = (total: number, part: number, whole: number): number =>
  Number((BigInt(total) * BigInt(part)) / BigInt(whole))
