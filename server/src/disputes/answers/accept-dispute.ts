import { recordAudit, type AuditedContext } from '../../audit/record-audit.ts'
import { Problem } from '../../kernel/problem.ts'
import { emitSuspensionChange } from '../../suspension/emit-suspension-change.ts'
import { grantDispute } from '../grant-dispute.ts'
import { runOnce, type MerchantRequest, type RequestOutcome } from './run-once.ts'

/**
 * Accepts an open dispute for its merchant: the service returns the whole disputed amount to the payer. Under the
 * policy `return_what_exists`, at most the held amount is returned. The dispute closes when the return is recorded.
 * @throws Problem not_found, reason `dispute_not_found`.
 * @throws Problem idempotency_conflict.
 * @throws Problem conflict, reason `dispute_not_open` or `return_in_progress`.
 * @throws Problem conflict, reason `insufficient_balance`: the policy is `return_what_exists`, and nothing is held.
 */
export const acceptDispute = (
  ctx: AuditedContext,
  { merchantId, caseId, idempotencyKey }: Omit<MerchantRequest, 'content'>,
): Promise<RequestOutcome> =>
  runOnce(ctx, { merchantId, caseId, idempotencyKey, content: ['accept'] }, async (tx, locked) => {
    const { dispute, financialCase } = locked
    if (dispute.status !== 'open') throw new Problem('conflict', { reason: 'dispute_not_open' })
    await emitSuspensionChange(tx, merchantId)
    const amountCents = await grantDispute(tx, locked, {
      amountCents: financialCase.amountCents,
      returnedBy: 'service',
    })
    if (amountCents === 0n) throw new Problem('conflict', { reason: 'insufficient_balance' })
    await recordAudit(tx, {
      action: 'dispute.accept',
      target: { type: 'case', id: dispute.caseId },
      merchantId,
      after: { cents: amountCents.toString() },
    })
  })
