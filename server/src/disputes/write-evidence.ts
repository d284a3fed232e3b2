import type { Tx } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import type { Dispute } from './dispute.entity.ts'

/** The longest text that the network accepts. */
export const EVIDENCE_CHARS_MAX = 2_000

/**
 * Writes the merchant's evidence to a locked dispute. A later text replaces an earlier one.
 * @throws Problem conflict, reason `dispute_not_open` or `evidence_deadline_passed`.
 */
export async function writeEvidence(tx: Tx, dispute: Dispute, evidence: string): Promise<void> {
  const now = tx.clock.now()
  if (dispute.status !== 'open') throw new Problem('conflict', { reason: 'dispute_not_open' })
  if (now > dispute.answerUntil) throw new Problem('conflict', { reason: 'evidence_deadline_passed' })
  dispute.evidence = evidence
  dispute.evidenceAt = now
  dispute.evidenceForwardedAt = null
  dispute.evidenceForwardedBy = null
  dispute.updatedAt = now
  await tx.em.flush()
}
