import type { Tx } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import { minCents } from '../kernel/values/money.ts'
import { postEntries, type Entry, readPositions } from '../ledger/post-entries.ts'
import { caseEntry, movesMoney, returnedShareEntries, lockCase } from './financial-case.ts'
import {
  creditPositionOf,
  feeShare,
  remainingCents,
  reserveShareOfDispute,
  reserveShareOfRefund,
  writeChargeMoney,
  type ChargeMoney,
} from './charge-money.ts'
import type { FinancialCase } from './financial-case.entity.ts'

export interface Hold {
  financialCase: FinancialCase
  money: ChargeMoney
  /** The amount to add to `coverCents`. The charge's `refundingCents` does not include this amount yet. */
  amountCents: bigint
}

/**
 * Blocks the whole amount of a refund. First gives the amount's shares of the fee and of the reserve back to the
 * charge. Then debits the charge's pending money, then the merchant's available money. If there is not enough money,
 * returns false and changes nothing.
 */
export async function holdForRefund(tx: Tx, hold: Hold, now: Date): Promise<boolean> {
  const { money, amountCents } = hold
  const { availableCents } = await readPositions(tx, money.merchantId)
  const plan = planRefundHold(money, amountCents, availableCents)
  if (!plan) return false
  await postHold(tx, hold, plan, now)
  return true
}

/**
 * Blocks as much of a disputed amount as the merchant has. First gives the amount's share of the fee and the remaining
 * reserve (at most the amount minus this share) back to the charge. Then debits the charge's pending money, then the
 * merchant's available money. When the merchant gets money later, `coverAvailable` adds the missing part to the hold.
 */
export async function holdForDispute(tx: Tx, hold: Hold, now: Date): Promise<void> {
  const { financialCase, money, amountCents } = hold
  const { availableCents } = await readPositions(tx, money.merchantId)
  const covered = { amountCents, coveredCents: financialCase.coverCents }
  await postHold(tx, hold, planDisputeHold(money, covered, availableCents), now)
}

async function postHold(
  tx: Tx,
  { financialCase, money, amountCents }: Hold,
  plan: HoldPlan,
  now: Date,
): Promise<void> {
  const { feeShareCents, reserveShareCents, pendingCents, availableCents } = plan
  const position = creditPositionOf(money)
  const entries = [
    ...returnedShareEntries(financialCase, position, {
      feeCents: feeShareCents,
      reserveCents: reserveShareCents,
      now,
    }),
    holdEntry(financialCase, { pendingCents, availableCents, now }),
  ]
  await postEntries(tx, money.merchantId, entries.filter(movesMoney), now)

  financialCase.coverCents += amountCents
  financialCase.heldPendingCents += pendingCents
  financialCase.heldAvailableCents += availableCents
  financialCase.feeReturnedCents += feeShareCents
  financialCase.reserveReleasedCents += reserveShareCents
  money.feeLeftCents -= feeShareCents
  money.reserveLeftCents -= reserveShareCents
  money.pendingLeftCents = plan.pendingLeftCents
  await tx.em.flush()
  await writeChargeMoney(tx, money, now)
}

/**
 * Extends the hold of a charge's open dispute after a refund of the charge has failed. While the refund was running,
 * the hold could not include the money of the refund. Does nothing if no dispute is open. The caller must call
 * `coverAvailable` afterwards.
 */
export async function extendDispute(tx: Tx, money: ChargeMoney, now: Date): Promise<void> {
  const open = await db(tx)
    .selectFrom('dispute')
    .select('case_id as caseId')
    .where('merchant_id', '=', money.merchantId)
    .where('payment_id', '=', money.paymentId)
    .where('status', '=', 'open')
    .executeTakeFirst()
  if (!open) return
  const financialCase = await lockCase(tx, money.merchantId, open.caseId)
  const targetCents = minCents(financialCase.amountCents, remainingCents(money))
  const amountCents = targetCents - financialCase.coverCents
  if (amountCents > 0n) await holdForDispute(tx, { financialCase, money, amountCents }, now)
}

/** Builds the `case.hold` entry that debits the charge's pending money and the position `available`. */
export function holdEntry(
  financialCase: FinancialCase,
  held: { pendingCents: bigint; availableCents: bigint; now: Date },
): Entry {
  return caseEntry(financialCase, held.now, {
    eventType: 'case.hold',
    lines: [
      { code: 'pending', debitCents: held.pendingCents },
      { code: 'available', debitCents: held.availableCents },
      { code: 'case_hold', creditCents: held.pendingCents + held.availableCents },
    ],
  })
}

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
 * Plans the hold of a refund, which covers the whole amount. Returns null if there is not enough money to hold. The
 * sources are the shares of fee and reserve that the refund gives back, the charge's pending money, and the merchant's
 * available money (`availableCents`).
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
  /** The part that the merchant cannot cover now. Always zero for a refund. */
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
