import type { Tx } from '../kernel/context.ts'
import { lockRow } from '../kernel/database/lock-row.ts'
import { FinancialCase } from './financial-case.entity.ts'

/** Locks a case, after the ledger and before its charge; throws when there is none. */
export async function lockCase(tx: Tx, merchantId: string, id: string): Promise<FinancialCase> {
  const financialCase = await lockRow(tx, FinancialCase, { merchantId, id })
  if (!financialCase) throw new Error(`lockCase: there is no case ${id}`)
  return financialCase
}

/** Ends a case: what it held is elsewhere by now. */
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
