import type { Tx } from '../kernel/context.ts'
import { lockRow } from '../kernel/database/lock-row.ts'
import { FinancialCase, type CaseKind } from './financial-case.entity.ts'

export interface NewCase {
  merchantId: string
  kind: CaseKind
  chargeId: string | null
  orderReference: string | null
  paymentId: string
  refundId: string | null
  endToEndId: string
  amountCents: bigint
}

/** Opens a case that holds no money yet. */
export async function openCase(tx: Tx, newCase: NewCase, now: Date): Promise<FinancialCase> {
  const financialCase = tx.em.create(FinancialCase, {
    ...newCase,
    id: tx.ids.uuid(now),
    status: 'open',
    heldPendingCents: 0n,
    heldAvailableCents: 0n,
    heldPayerCents: 0n,
    reserveReleasedCents: 0n,
    feeReturnedCents: 0n,
    coverCents: 0n,
    postingsCount: 0,
    exception: null,
    openedAt: now,
    closedAt: null,
  })
  await tx.em.flush()
  return financialCase
}

/** Locks the row of a case. The lock order is ledger, case, charge. Throws if the case does not exist. */
export async function lockCase(tx: Tx, merchantId: string, id: string): Promise<FinancialCase> {
  const financialCase = await lockRow(tx, FinancialCase, { merchantId, id })
  if (!financialCase) throw new Error(`BUG: lockCase: the case ${id} does not exist`)
  return financialCase
}

/** Closes a case. The caller must have posted the entries that empty the case's hold. */
export async function closeCase(
  tx: Tx,
  financialCase: FinancialCase,
  status: 'released' | 'returned',
): Promise<void> {
  financialCase.status = status
  financialCase.coverCents = 0n
  financialCase.exception = null
  financialCase.closedAt = tx.clock.now()
  await tx.em.flush()
}
