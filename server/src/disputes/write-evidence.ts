import type { Tx } from '../kernel/context.ts'
import { anyUuid } from '../kernel/database/any-of.ts'
import { db } from '../kernel/database/tables.ts'
import { Problem } from '../kernel/problem.ts'
import type { Dispute } from './dispute.entity.ts'

/** The maximum length of the text of evidence, in characters. The network defines this maximum. */
export const EVIDENCE_CHARS_MAX = 2_000

export interface Evidence {
  text: string
  /** The files of the evidence, in order. If undefined, the files do not change. */
  fileIds?: readonly string[]
}

/**
 * Checks that the merchant may still send evidence.
 * @throws Problem conflict, reason `dispute_not_open` or `evidence_deadline_passed`.
 */
export function assertAnswerable({ status, answerUntil }: Dispute, now: Date): void {
  if (status !== 'open') throw new Problem('conflict', { reason: 'dispute_not_open' })
  if (now > answerUntil) throw new Problem('conflict', { reason: 'evidence_deadline_passed' })
}

/**
 * Writes the merchant's evidence to a locked dispute. Later evidence replaces earlier evidence and must be forwarded
 * again.
 * @throws Problem conflict, reason `dispute_not_open` or `evidence_deadline_passed`.
 * @throws Problem validation_error: the dispute has no file with one of these ids.
 */
export async function writeEvidence(tx: Tx, dispute: Dispute, { text, fileIds }: Evidence): Promise<void> {
  const now = tx.clock.now()
  assertAnswerable(dispute, now)
  if (fileIds) await setFiles(tx, dispute, fileIds)
  dispute.evidence = text
  dispute.evidenceAt = now
  dispute.evidenceForwardedAt = null
  dispute.evidenceForwardedBy = null
  dispute.updatedAt = now
  await tx.em.flush()
}

async function setFiles(tx: Tx, { merchantId, caseId }: Dispute, fileIds: readonly string[]): Promise<void> {
  const files = await db(tx)
    .selectFrom('dispute_file')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('case_id', '=', caseId)
    .where('id', '=', anyUuid(fileIds))
    .execute()
  const known = new Set(files.map(({ id }) => id))
  const fields = fileIds.flatMap((id, at) =>
    known.has(id) ? [] : [{ path: `file_ids.${at}`, code: 'not_allowed' as const }],
  )
  if (fields.length > 0) throw new Problem('validation_error', { fields })
  await db(tx)
    .updateTable('dispute_file')
    .set({ evidence_position: null })
    .where('merchant_id', '=', merchantId)
    .where('case_id', '=', caseId)
    .execute()
  for (const [position, id] of fileIds.entries())
    await db(tx)
      .updateTable('dispute_file')
      .set({ evidence_position: position })
      .where('merchant_id', '=', merchantId)
      .where('id', '=', id)
      .execute()
}
