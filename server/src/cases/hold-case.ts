import type { Tx } from '../kernel/context.ts'
import { minCents } from '../kernel/values/money.ts'
import { postEntries, type Entry } from '../ledger/post-entries.ts'
import { caseEntry, movesMoney, returnedShareEntries } from './case-entries.ts'
import { creditPositionOf, writeChargeMoney, type ChargeMoney } from './charge-money.ts'
import type { FinancialCase } from './financial-case.entity.ts'
import { readPositions } from './positions.ts'
import { feeShare, reserveShareOfDispute, reserveShareOfRefund } from './shares.ts'

export interface Hold {
  financialCase: FinancialCase
  money: ChargeMoney
  /** What the case is to cover in addition to what it covers already; not yet counted in the charge. */
  amountCents: bigint
}

/**
 * Blocks the whole amount of a refund: first its shares of fee and reserve come back to the charge, then the charge's
 * pending is taken, then available. Answers false, with nothing changed, when that is not enough.
 */
export async function holdForRefund(tx: Tx, hold: Hold, now: Date): Promise<boolean> {
  const { money, amountCents } = hold
  const { availableCents } = await readPositions(tx, money.merchantId)
  const feeShareCents = feeShare(money, amountCents)
  const shortCents = amountCents - feeShareCents - money.pendingLeftCents - availableCents
  const reserveShareCents = reserveShareOfRefund(money, { amountCents, feeShareCents, shortCents })
  if (reserveShareCents < shortCents) return false
  await take(tx, hold, { feeShareCents, reserveShareCents, availableCents, now })
  return true
}

/**
 * Blocks for a dispute as much of the amount as there is: the share of the fee and the whole reserve come back to the
 * charge, then its pending is taken, then available. What is short is taken from later money (`coverAvailable`).
 */
export async function holdForDispute(tx: Tx, hold: Hold, now: Date): Promise<void> {
  const { financialCase, money, amountCents } = hold
  const { availableCents } = await readPositions(tx, money.merchantId)
  // What the dispute covers already has had its shares.
  const terms = { ...money, refundingCents: money.refundingCents + financialCase.coverCents }
  const feeShareCents = feeShare(terms, amountCents)
  const reserveShareCents = reserveShareOfDispute(terms, { amountCents, feeShareCents })
  await take(tx, hold, { feeShareCents, reserveShareCents, availableCents, now })
}

interface Sources {
  feeShareCents: bigint
  reserveShareCents: bigint
  availableCents: bigint
  now: Date
}

async function take(tx: Tx, { financialCase, money, amountCents }: Hold, sources: Sources): Promise<void> {
  const { feeShareCents, reserveShareCents, now } = sources
  const home = creditPositionOf(money)
  const shares = feeShareCents + reserveShareCents
  const free = {
    pending: money.pendingLeftCents + (home === 'pending' ? shares : 0n),
    available: sources.availableCents + (home === 'available' ? shares : 0n),
  }
  const pendingCents = minCents(amountCents, free.pending)
  const availableCents = minCents(amountCents - pendingCents, free.available)

  const entries = [
    ...returnedShareEntries(financialCase, home, {
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
  money.pendingLeftCents = free.pending - pendingCents
  await tx.em.flush()
  await writeChargeMoney(tx, money, now)
}

/** `case.hold` of so much of the charge's pending and of available. */
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
