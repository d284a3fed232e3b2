import type { Tx } from '../kernel/context.ts'
import { postEntries, type Entry } from '../ledger/post-entries.ts'
import { caseEntry, movesMoney, returnedShareEntries } from './case-entries.ts'
import { creditPositionOf, writeChargeMoney, type ChargeMoney } from './charge-money.ts'
import type { FinancialCase } from './financial-case.entity.ts'
import { planDisputeHold, planRefundHold, type HoldPlan } from './hold-plan.ts'
import { readPositions } from './positions.ts'

export interface Hold {
  financialCase: FinancialCase
  money: ChargeMoney
  /** The amount to add to `coverCents`. The charge's `refundingCents` does not include it yet. */
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
 * Blocks as much of a disputed amount as the merchant has. First gives the amount's share of the fee and the whole
 * reserve back to the charge. Then debits the charge's pending money, then the merchant's available money.
 * `coverAvailable` adds the rest when the merchant gets money later.
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
