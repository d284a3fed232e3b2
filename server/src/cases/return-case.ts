import type { Tx } from '../kernel/context.ts'
import { postEntries, type Entry } from '../ledger/post-entries.ts'
import {
  caseEntry,
  isFullyRefunded,
  transferLines,
  movesMoney,
  returnedShareEntries,
} from './case-entries.ts'
import { creditPositionOf, writeChargeMoney, type ChargeMoney } from './charge-money.ts'
import type { FinancialCase } from './financial-case.entity.ts'
import { closeCase } from './lock-case.ts'

export interface Returned {
  /** What reached the payer; at least what the case holds. */
  amountCents: bigint
  /** The network's time of it. */
  returnedAt: Date
  /** `refund.completed:<return>` or `case.returned:<return>`: a return is posted once. */
  dedupeKey: string
}

/**
 * The money of a refund or a dispute has reached the payer: it leaves the hold, the charge counts it, the case closes.
 * Where the hold is short of it the merchant owes the rest to the service. The caller calls `coverAvailable` last.
 */
export async function returnCase(
  tx: Tx,
  { financialCase, money }: { financialCase: FinancialCase; money: ChargeMoney },
  returned: Returned,
  now: Date,
): Promise<void> {
  const { amountCents } = returned
  const shortCents = amountCents - financialCase.heldCents
  if (shortCents < 0n) throw new Error(`returnCase: ${financialCase.id} holds more than was returned`)
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
    ...restsOfShares({ financialCase, money }, now),
  ]
  await postEntries(tx, money.merchantId, entries.filter(movesMoney), now)
  financialCase.heldPendingCents = 0n
  financialCase.heldAvailableCents = 0n
  await closeCase(tx, financialCase, 'returned')
  await writeChargeMoney(tx, money, now)
}

/** Once all of a charge went back, so does what the roundings of its shares left of its fee and of its reserve. */
function restsOfShares(
  { financialCase, money }: { financialCase: FinancialCase; money: ChargeMoney },
  now: Date,
): Entry[] {
  if (!isFullyRefunded(money)) return []
  const feeCents = money.refundFeePolicy === 'keep' ? 0n : money.feeLeftCents
  const reserveCents = money.reserveLeftCents
  const home = creditPositionOf(money)
  money.feeLeftCents -= feeCents
  money.reserveLeftCents -= reserveCents
  financialCase.feeReturnedCents += feeCents
  financialCase.reserveReleasedCents += reserveCents
  if (home === 'pending') money.pendingLeftCents += feeCents + reserveCents
  return returnedShareEntries(financialCase, home, { feeCents, reserveCents, now })
}

/** A payment that was held for its payer has gone back, or a part of it; a whole one closes its case. */
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
