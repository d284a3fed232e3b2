import { recordAudit, type AuditedContext } from '../../audit/record-audit.ts'
import { findContentFault } from '../../files/content/check-content.ts'
import { withStore, type WithFiles } from '../../files/file-tools.ts'
import type { MediaType } from '../../files/media-type.ts'
import { Problem } from '../../kernel/problem.ts'
import type { SealedBytes } from '../../kernel/sealed/sealed-bytes.ts'
import { isReplay, runOnce, type MerchantRequest } from '../answers/run-once.ts'
import { getDispute } from '../dispute.queries.ts'
import { assertAnswerable } from '../write-evidence.ts'
import { DisputeFile, type ScanState } from './dispute-file.entity.ts'
import { getFileOfRequest, measureFiles, type FileView } from './dispute-file.queries.ts'
import { FILES_MAX, TOTAL_BYTES_MAX } from '../file-limits.ts'
import { safeFileName } from './file-name.ts'
import { DISPUTE_FILE_UPLOADS } from './file-metrics.ts'
import { objectName } from './object-name.ts'
import { scanFile } from './scan-file.ts'
import { sealFile, type FileId } from './seal-file.ts'

/** A file that a merchant sends. */
export interface NewFile {
  bytes: Buffer
  /** The SHA-256 of the content. */
  sha256: Buffer
  mediaType: MediaType
  /** The name that the merchant gave, if any. */
  name: string | undefined
}

export interface AddedFile {
  file: FileView
  /** Whether an earlier call with the same key has already added the file. */
  replayed: boolean
}

type Request = Omit<MerchantRequest, 'content'>

/**
 * Adds a file to an open dispute. Checks the content, scans it for viruses, stores it encrypted, and then adds the
 * file's row to the database. If the process crashes before the row is added, nobody can see the stored object, and a
 * job deletes this object.
 * @throws Problem validation_error, reason as `ContentFault`, or `file_infected`.
 * @throws Problem not_found, reason `dispute_not_found`.
 * @throws Problem idempotency_conflict.
 * @throws Problem conflict, reason `dispute_not_open`, `evidence_deadline_passed`, `dispute_file_limit` or
 * `dispute_files_too_large`.
 * @throws Problem service_unavailable, reason `scanner_unavailable` or `file_store_unavailable`.
 */
export async function addFile(
  ctx: AuditedContext & WithFiles,
  request: Request,
  given: NewFile,
): Promise<AddedFile> {
  try {
    const added = await add(ctx, request, given)
    ctx.metrics.count(DISPUTE_FILE_UPLOADS, { outcome: added.replayed ? 'replayed' : 'stored' })
    return added
  } catch (error) {
    ctx.metrics.count(DISPUTE_FILE_UPLOADS, { outcome: outcomeOf(error) })
    throw error
  }
}

function outcomeOf(error: unknown): 'failed' | 'infected' | 'refused' {
  if (!(error instanceof Problem) || error.code === 'service_unavailable') return 'failed'
  return error.details.reason === 'file_infected' ? 'infected' : 'refused'
}

async function add(ctx: AuditedContext & WithFiles, about: Request, given: NewFile): Promise<AddedFile> {
  const fault = findContentFault(given.bytes, given.mediaType)
  if (fault) throw new Problem('validation_error', { reason: fault })
  const { merchantId } = about
  const request = { ...about, content: ['file', given.sha256.toString('hex')] }
  const dispute = await getDispute(ctx, merchantId, about.caseId)
  if (await isReplay(ctx, request, dispute))
    return { file: await getFileOfRequest(ctx, about), replayed: true }
  assertAnswerable(dispute, ctx.clock.now())
  await assertRoom(ctx, { merchantId, caseId: dispute.caseId }, given)

  const scan = await scanFile(ctx, given.bytes)
  const id = ctx.ids.uuid(ctx.clock.now())
  const sealed = await sealFile(ctx, { merchantId, id }, given.bytes)
  await withStore(ctx, (store) => store.put(objectName({ merchantId, id }), sealed.box))
  const { replayed } = await addRow(ctx, request, { id, given, sealed, scan })
  return { file: await getFileOfRequest(ctx, about), replayed }
}

interface StoredFile {
  id: string
  given: NewFile
  sealed: SealedBytes
  scan: ScanState
}

/**
 * Adds the row of a stored object. If the database refuses the row, deletes the object immediately. After any other
 * error, the row may exist, so a job later deletes the object only if it has no row.
 */
async function addRow(ctx: AuditedContext & WithFiles, request: MerchantRequest, stored: StoredFile) {
  const file = { merchantId: request.merchantId, id: stored.id }
  try {
    const outcome = await runOnce(ctx, request, async (tx, { dispute }) => {
      assertAnswerable(dispute, tx.clock.now())
      await assertRoom(tx, dispute, stored.given)
      const { given, sealed, scan } = stored
      tx.em.create(DisputeFile, {
        ...file,
        caseId: dispute.caseId,
        idempotencyKey: request.idempotencyKey,
        name: safeFileName(given.name, given.mediaType),
        mediaType: given.mediaType,
        sizeBytes: given.bytes.length,
        sha256: given.sha256,
        scan,
        evidencePosition: null,
        keyBox: sealed.key.box,
        keyId: sealed.key.keyId,
        createdAt: tx.clock.now(),
      })
      await recordAudit(tx, {
        action: 'dispute_file.add',
        target: { type: 'case', id: dispute.caseId },
        merchantId: file.merchantId,
        after: { file_id: file.id, bytes: given.bytes.length, media_type: given.mediaType },
      })
    })
    if (outcome.replayed) await discard(ctx, file)
    return outcome
  } catch (error) {
    // Discard the object only after a Problem: after any other error, the row may have been committed.
    if (error instanceof Problem) await discard(ctx, file)
    throw error
  }
}

/** Deletes an object without a row. If the deletion fails, a job deletes the object later. */
const discard = (ctx: AuditedContext & WithFiles, file: FileId): Promise<void> =>
  withStore(ctx, (store) => store.delete(objectName(file))).catch(() => undefined)

/**
 * Checks that the dispute can have another file of this size.
 * @throws Problem conflict, reason `dispute_file_limit` or `dispute_files_too_large`.
 */
async function assertRoom(
  ctx: AuditedContext,
  dispute: { merchantId: string; caseId: string },
  { bytes }: NewFile,
): Promise<void> {
  const used = await measureFiles(ctx, dispute)
  if (used.count >= FILES_MAX) throw new Problem('conflict', { reason: 'dispute_file_limit' })
  if (used.bytes + bytes.length > TOTAL_BYTES_MAX)
    throw new Problem('conflict', { reason: 'dispute_files_too_large' })
}
