import type { Context } from '../../kernel/context.ts'
import { anyUuid } from '../../kernel/database/any-of.ts'
import { db } from '../../kernel/database/tables.ts'
import { Problem } from '../../kernel/problem.ts'

const COLUMNS = [
  'id',
  'case_id as caseId',
  'name',
  'media_type as mediaType',
  'size_bytes as sizeBytes',
  'sha256',
  'scan',
  'evidence_position as evidencePosition',
  'created_at as createdAt',
] as const

/** The description of a file, without its encryption key. */
export type FileView = Awaited<ReturnType<typeof listDisputeFiles>>[number]

/** Returns the files of these disputes of one merchant, grouped by dispute, the oldest file of each dispute first. */
export const listDisputeFiles = (ctx: Context, merchantId: string, caseIds: readonly string[]) =>
  db(ctx)
    .selectFrom('dispute_file')
    .select(COLUMNS)
    .where('merchant_id', '=', merchantId)
    .where('case_id', '=', anyUuid(caseIds))
    .orderBy('case_id')
    .orderBy('id')
    .execute()

/**
 * Returns the file that an earlier call with this idempotency key has added.
 * @throws Problem not_found, reason `dispute_file_not_found`: the file has been deleted.
 */
export async function getFileOfRequest(
  ctx: Context,
  { merchantId, idempotencyKey }: { merchantId: string; idempotencyKey: string },
): Promise<FileView> {
  const found = await db(ctx)
    .selectFrom('dispute_file')
    .select(COLUMNS)
    .where('merchant_id', '=', merchantId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
  if (!found) throw new Problem('not_found', { reason: 'dispute_file_not_found' })
  return found
}

/** Returns the number of a dispute's files and their total size in bytes. */
export async function measureFiles(
  ctx: Context,
  { merchantId, caseId }: { merchantId: string; caseId: string },
): Promise<{ count: number; bytes: number }> {
  const sizes = await db(ctx)
    .selectFrom('dispute_file')
    .select('size_bytes as bytes')
    .where('merchant_id', '=', merchantId)
    .where('case_id', '=', caseId)
    .execute()
  return { count: sizes.length, bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0) }
}
