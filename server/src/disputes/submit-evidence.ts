import { recordAudit, type AuditedContext } from '../audit/record-audit.ts'
import { transaction } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import type { Dispute } from './dispute.entity.ts'
import { lockDispute } from './disputed-payment.ts'
import { EVIDENCE_CHARS_MAX, writeEvidence } from './write-evidence.ts'

/**
 * Records evidence for a dispute on behalf of the merchant. Only staff can submit evidence this way. A later text
 * replaces an earlier one. The files of the evidence do not change.
 * @throws Problem not_found, reason `dispute_not_found`.
 * @throws Problem validation_error.
 * @throws Problem conflict, reason `dispute_not_open` or `evidence_deadline_passed`.
 */
export function submitEvidence(
  ctx: AuditedContext,
  { merchantId, caseId }: { merchantId: string; caseId: string },
  evidence: string,
): Promise<Dispute> {
  const length = Array.from(evidence).length
  if (
    evidence.trim() === '' ||
    length > EVIDENCE_CHARS_MAX ||
    evidence.includes('\0') ||
    !evidence.isWellFormed()
  )
    throw new Problem('validation_error', { fields: [{ path: 'evidence', code: 'format' }] })
  return transaction(ctx, async (tx) => {
    const { dispute } = await lockDispute(tx, merchantId, caseId)
    await writeEvidence(tx, dispute, { text: evidence })
    await recordAudit(tx, { action: 'dispute.evidence', target: { type: 'case', id: caseId }, merchantId })
    return dispute
  })
}
