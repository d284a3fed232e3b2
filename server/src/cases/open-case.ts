import type { Tx } from '../kernel/context.ts'
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

/** Opens a case that holds nothing yet. */
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
