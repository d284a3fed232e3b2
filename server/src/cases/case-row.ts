import type { Tx } from '../kernel/context.ts'
import { lockRow } from '../kernel/database/lock-row.ts'
import { FinancialCase } from './financial-case.entity.ts'

/** Locks the row of a case. The lock order is ledger, case, charge. Throws when the case does not exist. */
export async function lockCase(tx: Tx, merchantId: string, id: string): Promise<FinancialCase> {
  const financialCase = await lockRow(tx, FinancialCase, { merchantId, id })
  if (!financialCase) throw new Error(`BUG: lockCase: the case ${id} does not exist`)
  return financialCase
}

/** Closes a case. The caller has posted the entries that empty its hold. */
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
