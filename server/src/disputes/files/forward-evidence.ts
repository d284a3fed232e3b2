import { recordAudit, type AuditedContext } from '../../audit/record-audit.ts'
import { transaction } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { lockDispute } from '../disputed-payment.ts'

/**
 * Records that staff forwarded the evidence of a dispute to the PSP. `evidenceAt` identifies the forwarded evidence by
 * its time. A repeated call changes nothing. New evidence of the merchant must be forwarded again.
 * @throws Problem not_found, reason `dispute_not_found`.
 * @throws Problem conflict, reason `evidence_missing`.
 * @throws Problem conflict, reason `evidence_changed`: the merchant sent newer evidence.
 */
export async function markEvidenceForwarded(
  ctx: AuditedContext,
  { merchantId, caseId }: { merchantId: string; caseId: string },
  evidenceAt: Date,
): Promise<void> {
  await transaction(ctx, async (tx) => {
    const { dispute } = await lockDispute(tx, merchantId, caseId)
    if (dispute.evidenceAt === null) throw new Problem('conflict', { reason: 'evidence_missing' })
    if (dispute.evidenceAt.getTime() !== evidenceAt.getTime())
      throw new Problem('conflict', { reason: 'evidence_changed' })
    if (dispute.evidenceForwardedAt !== null) return
    const now = tx.clock.now()
    dispute.evidenceForwardedAt = now
    dispute.evidenceForwardedBy = tx.actor
    dispute.updatedAt = now
    await tx.em.flush()
    await recordAudit(tx, {
      action: 'dispute.forward_evidence',
      target: { type: 'case', id: caseId },
      merchantId,
      after: { evidence_at: evidenceAt.toISOString() },
    })
  })
}
