import { minCents } from '../kernel/values/money.ts'
import { creditPositionOf, type ChargeMoney } from './charge-money.ts'
import { feeShare, reserveShareOfDispute, reserveShareOfRefund } from './shares.ts'

/** The amounts of a hold: the shares given back to the charge, and the debits. */
export interface HoldPlan {
  /** The share of the fee that is given back to the charge before the hold. */
  feeShareCents: bigint
  /** The share of the reserve that is given back to the charge before the hold. */
  reserveShareCents: bigint
  /** The debit of `pending`, after the shares were given back. */
  pendingCents: bigint
  /** The debit of `available`, after the shares were given back. */
  availableCents: bigint
  /** The charge's pending money after the hold. */
  pendingLeftCents: bigint
}

/**
 * Plans the hold of a refund, which covers the whole amount. Returns null if the charge's pending money and the
 * merchant's available money (`availableCents`) together are not enough.
 */
export function planRefundHold(
  money: ChargeMoney,
  amountCents: bigint,
  availableCents: bigint,
): HoldPlan | null {
  const feeShareCents = feeShare(money, amountCents)
  const shortCents = amountCents - feeShareCents - money.pendingLeftCents - availableCents
  const reserveShareCents = reserveShareOfRefund(money, { amountCents, feeShareCents, shortCents })
  if (reserveShareCents < shortCents) return null
  return planDebits(money, amountCents, { feeShareCents, reserveShareCents, availableCents })
}

/**
 * Plans the hold of a dispute, which covers as much of the amount as the merchant has. `coveredCents` is the amount
 * that the dispute already covers.
 */
export function planDisputeHold(
  money: ChargeMoney,
  { amountCents, coveredCents }: { amountCents: bigint; coveredCents: bigint },
  availableCents: bigint,
): HoldPlan {
  // Treat the amount that the dispute already covers like a refund in progress, because its shares have already been
  // given back.
  const terms = { ...money, refundingCents: money.refundingCents + coveredCents }
  const feeShareCents = feeShare(terms, amountCents)
  const reserveShareCents = reserveShareOfDispute(terms, { amountCents, feeShareCents })
  return planDebits(money, amountCents, { feeShareCents, reserveShareCents, availableCents })
}

function planDebits(
  money: ChargeMoney,
  amountCents: bigint,
  sources: { feeShareCents: bigint; reserveShareCents: bigint; availableCents: bigint },
): HoldPlan {
  const { feeShareCents, reserveShareCents } = sources
  const returned = returnedTo(money, feeShareCents + reserveShareCents)
  const spendableCents = money.pendingLeftCents + returned.pending
  const pendingCents = minCents(amountCents, spendableCents)
  return {
    feeShareCents,
    reserveShareCents,
    pendingCents,
    availableCents: minCents(amountCents - pendingCents, sources.availableCents + returned.available),
    pendingLeftCents: spendableCents - pendingCents,
  }
}

const returnedTo = (money: ChargeMoney, cents: bigint): Record<'pending' | 'available', bigint> => ({
  pending: 0n,
  available: 0n,
  [creditPositionOf(money)]: cents,
})

/** How a hold changes the balance of the merchant. The amounts sum to the amount of the hold. */
export interface HoldEffect {
  fromPendingCents: bigint
  /** The debit of `available`; negative if the shares add more to `available` than the hold debits. */
  fromAvailableCents: bigint
  fromReserveCents: bigint
  /** The part of the fee that the service gives back. */
  fromFeeCents: bigint
  /** The part that the merchant cannot cover now. It is always zero for a refund. */
  shortCents: bigint
}

/** Returns how the hold of a plan changes the balance. */
export function effectOf(money: ChargeMoney, amountCents: bigint, plan: HoldPlan): HoldEffect {
  const returned = returnedTo(money, plan.feeShareCents + plan.reserveShareCents)
  return {
    fromPendingCents: plan.pendingCents - returned.pending,
    fromAvailableCents: plan.availableCents - returned.available,
    fromReserveCents: plan.reserveShareCents,
    fromFeeCents: plan.feeShareCents,
    shortCents: amountCents - plan.pendingCents - plan.availableCents,
  }
}
