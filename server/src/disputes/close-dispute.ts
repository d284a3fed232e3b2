import { chargeRefunded } from '../cases/charge-refunded.ts'
import { remainingCents, type ChargeMoney } from '../cases/charge-money.ts'
import { coverAvailable } from '../cases/cover-available.ts'
import { holdForDispute } from '../cases/hold-case.ts'
import { closeCase } from '../cases/financial-case.ts'
import type { ReturnRow } from '../returns/network-return.ts'
import { releaseCase } from '../cases/release-case.ts'
import { returnCase } from '../cases/return-case.ts'
import type { Tx } from '../kernel/context.ts'
import { recordEvents } from '../webhooks/events/record-events.ts'
import { disputeEvent } from './dispute-events.ts'
import type { DisputeResult } from './dispute.entity.ts'
import type { LockedDispute } from './disputed-payment.ts'

type LockedChargeDispute = LockedDispute & { money: ChargeMoney }

/** Closes a dispute without a return: releases its hold and emits `dispute.closed`. */
export async function closeReleased(
  tx: Tx,
  locked: LockedDispute,
  result: Exclude<DisputeResult, 'accepted' | 'partly_accepted'>,
): Promise<void> {
  const { financialCase, money } = locked
  const now = tx.clock.now()
  if (money) await releaseCase(tx, { financialCase, money }, now)
  await closeCase(tx, financialCase, 'released')
  await close(tx, locked, result)
}

/**
 * Sets the amount that the case of a dispute should hold (`coverCents`). For a larger amount, blocks as much of the
 * difference as the merchant has. For a smaller amount, releases the whole hold and blocks the new amount, so that the
 * shares of fee and reserve match the new amount.
 */
export async function adjustCover(tx: Tx, locked: LockedChargeDispute, amountCents: bigint): Promise<void> {
  const { financialCase, money } = locked
  const now = tx.clock.now()
  if (amountCents > financialCase.amountCents) financialCase.amountCents = amountCents
  if (amountCents < financialCase.coverCents) await releaseCase(tx, { financialCase, money }, now)
  const missingCents = amountCents - financialCase.coverCents
  if (missingCents > 0n) await holdForDispute(tx, { financialCase, money, amountCents: missingCents }, now)
}

/**
 * Closes a dispute whose money reached the payer: debits the hold and records any shortfall as the merchant's debt to
 * the service. Emits `charge.refunded` and `dispute.closed`. The returned amount may differ from the disputed amount.
 */
export async function closeReturned(tx: Tx, locked: LockedChargeDispute, row: ReturnRow): Promise<void> {
  const { dispute, financialCase, money } = locked
  const now = tx.clock.now()
  const result = row.amountCents < financialCase.amountCents ? 'partly_accepted' : 'accepted'
  await adjustCover(tx, locked, row.amountCents)
  const returned = {
    amountCents: row.amountCents,
    returnedAt: row.settledAt ?? now,
    dedupeKey: `case.returned:${row.endToEndId}:${row.networkId}`,
  }
  await returnCase(tx, { financialCase, money }, returned, now)
  dispute.returnedCents = row.amountCents
  const refunded = chargeRefunded(money, { refundId: null, caseId: dispute.caseId })
  await recordEvents(tx, dispute.merchantId, [refunded], now)
  await close(tx, locked, result)
}

async function close(tx: Tx, locked: LockedDispute, result: DisputeResult): Promise<void> {
  const { dispute, money } = locked
  const now = tx.clock.now()
  dispute.status = 'closed'
  dispute.result = result
  dispute.decidedAt ??= now
  dispute.closedAt = now
  dispute.updatedAt = now
  await tx.em.flush()
  await recordEvents(
    tx,
    dispute.merchantId,
    [disputeEvent('dispute.closed', locked, money?.environment)],
    now,
  )
  await coverAvailable(tx, dispute.merchantId, now)
}

/**
 * Returns whether the part of the charge that is neither refunded nor being refunded covers this amount. The return of
 * a larger amount must wait for the refunds in progress.
 */
export const fitsRemaining = (money: ChargeMoney, amountCents: bigint): boolean =>
  amountCents <= remainingCents(money)
