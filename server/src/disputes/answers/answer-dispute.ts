import { recordAudit, type AuditedContext } from '../../audit/record-audit.ts'
import { writeEvidence, type Evidence } from '../write-evidence.ts'
import { runOnce, type MerchantRequest, type RequestOutcome } from './run-once.ts'

/**
 * Records the evidence that a merchant gives for its dispute. Later evidence replaces earlier evidence.
 * @throws Problem not_found, reason `dispute_not_found`.
 * @throws Problem idempotency_conflict.
 * @throws Problem conflict, reason `dispute_not_open` or `evidence_deadline_passed`.
 * @throws Problem validation_error: a file id does not belong to the dispute.
 */
export const answerDispute = (
  ctx: AuditedContext,
  { merchantId, caseId, idempotencyKey }: Omit<MerchantRequest, 'content'>,
  { text, fileIds = [] }: Evidence,
): Promise<RequestOutcome> =>
  runOnce(
    ctx,
    { merchantId, caseId, idempotencyKey, content: ['evidence', text, ...fileIds] },
    async (tx, { dispute }) => {
      await writeEvidence(tx, dispute, { text, fileIds })
      await recordAudit(tx, {
        action: 'dispute.evidence',
        target: { type: 'case', id: dispute.caseId },
        merchantId,
      })
    },
  )
