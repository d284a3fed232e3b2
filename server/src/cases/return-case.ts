import type { Tx } from '../kernel/context.ts'
import { postEntries, type Entry } from '../ledger/post-entries.ts'
import { caseEntry, transferLines, movesMoney, returnedShareEntries, closeCase } from './financial-case.ts'
import { creditPositionOf, writeChargeMoney, type ChargeMoney, isFullyRefunded } from './charge-money.ts'
import type { FinancialCase } from './financial-case.entity.ts'

export interface Returned {
  /**
   * The amount that the payer received. For a refund or a dispute, this amount is at least the amount in the hold of
   * the case.
   */
  amountCents: bigint
  /** When the network executed the return. */
  returnedAt: Date
  /**
   * `refund.completed:<return>` or `case.returned:<return>`. This key identifies the return and prevents a second
   * posting of the same return.
   */
  dedupeKey: string
}

/**
 * Records that the money of a refund or of a dispute reached the payer. Debits the hold, adds the amount to the
 * refunded amount of the charge, and closes the case. If the hold is smaller than the amount, the merchant owes the
 * difference to the service. The caller must call `coverAvailable` afterwards.
 */
export async function returnCase(
  tx: Tx,
  { financialCase, money }: { financialCase: FinancialCase; money: ChargeMoney },
  returned: Returned,
  now: Date,
): Promise<void> {
  const { amountCents } = returned
  const shortCents = amountCents - financialCase.heldCents
  if (shortCents < 0n)
    throw new Error(`BUG: returnCase: the case ${financialCase.id} holds more than was returned`)
  const isRefund = financialCase.kind === 'refund'
  money.refundedCents += amountCents
  if (isRefund) money.refundingCents -= amountCents
  money.status = isFullyRefunded(money) ? 'refunded' : 'partially_refunded'

  const entries = [
    caseEntry(financialCase, now, {
      eventType: 'gateway.receivable_created',
      economicAt: returned.returnedAt,
      ...transferLines('receivable', 'case_hold', shortCents),
    }),
    caseEntry(financialCase, now, {
      eventType: isRefund ? 'refund.completed' : 'case.returned',
      dedupeKey: returned.dedupeKey,
      economicAt: returned.returnedAt,
      ...transferLines('case_hold', 'payer_returns', amountCents),
    }),
    ...remainderEntries({ financialCase, money }, now),
  ]
  await postEntries(tx, money.merchantId, entries.filter(movesMoney), now)
  financialCase.heldPendingCents = 0n
  financialCase.heldAvailableCents = 0n
  await closeCase(tx, financialCase, 'returned')
  await writeChargeMoney(tx, money, now)
}

/**
 * Builds the entries that return the rounding remainders of fee and reserve when the charge is fully refunded. Also
 * changes the amounts in `money` and `financialCase` accordingly.
 */
function remainderEntries(
  { financialCase, money }: { financialCase: FinancialCase; money: ChargeMoney },
  now: Date,
): Entry[] {
  if (!isFullyRefunded(money)) return []
  const feeCents = money.refundFeePolicy === 'keep' ? 0n : money.feeLeftCents
  const reserveCents = money.reserveLeftCents
  const position = creditPositionOf(money)
  money.feeLeftCents -= feeCents
  money.reserveLeftCents -= reserveCents
  financialCase.feeReturnedCents += feeCents
  financialCase.reserveReleasedCents += reserveCents
  if (position === 'pending') money.pendingLeftCents += feeCents + reserveCents
  return returnedShareEntries(financialCase, position, { feeCents, reserveCents, now })
}

/** Records the return of a held payment or of a part of it. Closes the case when it holds no money any more. */
export async function returnHeldPayment(
  tx: Tx,
  financialCase: FinancialCase,
  returned: Returned,
  now: Date,
): Promise<void> {
  const { amountCents, returnedAt, dedupeKey } = returned
  const entry = caseEntry(financialCase, now, {
    eventType: 'case.returned',
    dedupeKey,
    economicAt: returnedAt,
    ...transferLines('case_hold_payer', 'payer_returns', amountCents),
  })
  await postEntries(tx, financialCase.merchantId, [entry], now)
  financialCase.heldPayerCents -= amountCents
  if (financialCase.heldPayerCents === 0n) await closeCase(tx, financialCase, 'returned')
  else await tx.em.flush()
}
