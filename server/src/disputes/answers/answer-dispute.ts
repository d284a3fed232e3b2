import { recordAudit, type AuditedContext } from '../../audit/record-audit.ts'
import { writeEvidence } from '../write-evidence.ts'
import { runOnce, type MerchantRequest, type RequestOutcome } from './run-once.ts'

/**
 * Records the evidence that a merchant gives for its dispute. A later text replaces an earlier one.
 * @throws Problem not_found, reason `dispute_not_found`; idempotency_conflict; conflict: `dispute_not_open`,
 *   `evidence_deadline_passed`.
 */
export const answerDispute = (
  ctx: AuditedContext,
  { merchantId, caseId, idempotencyKey }: Omit<MerchantRequest, 'content'>,
  evidence: string,
): Promise<RequestOutcome> =>
  runOnce(
    ctx,
    { merchantId, caseId, idempotencyKey, content: ['evidence', evidence] },
    async (tx, { dispute }) => {
      await writeEvidence(tx, dispute, evidence)
      await recordAudit(tx, {
        action: 'dispute.evidence',
        target: { type: 'case', id: dispute.caseId },
        merchantId,
      })
    },
  )
