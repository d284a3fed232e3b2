import { recordAudit, type AuditedContext } from '../../audit/record-audit.ts'
import { withStore, type WithFiles } from '../../files/file-tools.ts'
import { transaction } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { Problem } from '../../kernel/problem.ts'
import { objectName } from './object-name.ts'
import { openFile, type FileId } from './seal-file.ts'

export interface DownloadedFile {
  name: string
  mediaType: string
  bytes: Buffer
}

/**
 * Returns the complete, decrypted content of a dispute's file. Only staff can download. Records the access in the audit
 * log before it reads the file.
 * @throws Problem not_found, reason `dispute_file_not_found`.
 * @throws Problem service_unavailable, reason `file_store_unavailable`.
 * @throws Error when the stored bytes are missing or were altered.
 */
export async function downloadFile(ctx: AuditedContext & WithFiles, file: FileId): Promise<DownloadedFile> {
  const row = await transaction(ctx, async (tx) => {
    const found = await db(tx)
      .selectFrom('dispute_file')
      .select(['case_id', 'name', 'media_type', 'key_box', 'key_id'])
      .where('merchant_id', '=', file.merchantId)
      .where('id', '=', file.id)
      .executeTakeFirst()
    if (!found) throw new Problem('not_found', { reason: 'dispute_file_not_found' })
    await recordAudit(tx, {
      action: 'dispute_file.download',
      target: { type: 'case', id: found.case_id },
      merchantId: file.merchantId,
      after: { file_id: file.id },
    })
    return found
  })
  const box = await withStore(ctx, (store) => store.get(objectName(file)))
  if (!box)
    throw new Error(
      `the file store has no object for the file ${file.id}: restore this object from the backup of the file store`,
    )
  const bytes = await openFile(ctx, file, { box, key: { box: row.key_box, keyId: row.key_id } })
  return { name: row.name, mediaType: row.media_type, bytes }
}
