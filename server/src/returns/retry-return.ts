import { recordAudit, type AuditedContext } from '../audit/record-audit.ts'
import { transaction } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { getCase } from '../cases/case.queries.ts'
import { createHeldPaymentReturn } from './return-held-payments.ts'

/**
 * Requests the return of a held payment again, with a new id, after the first return failed.
 * @throws Problem not_found, reason `case_not_found`.
 * @throws Problem conflict, reason `case_not_failed`.
 */
export async function retryReturn(ctx: AuditedContext, merchantId: string, caseId: string): Promise<void> {
  const financialCase = await getCase(ctx, merchantId, caseId)
  if (financialCase.kind !== 'held_payment' || financialCase.exception !== 'return_failed')
    throw new Problem('conflict', { reason: 'case_not_failed' })
  await transaction(ctx, async (tx) => {
    await createHeldPaymentReturn(tx, merchantId, financialCase.id)
    await recordAudit(tx, {
      action: 'case.retry_return',
      target: { type: 'case', id: financialCase.id },
      merchantId,
    })
  })
}
