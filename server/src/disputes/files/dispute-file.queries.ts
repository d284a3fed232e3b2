import type { Context } from '../../kernel/context.ts'
import { anyUuid } from '../../kernel/database/any-of.ts'
import { db } from '../../kernel/database/tables.ts'

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

/** The description of a file, without its key. */
export type FileView = Awaited<ReturnType<typeof listDisputeFiles>>[number]

/** Returns the files of these disputes of one merchant, the oldest first. */
export const listDisputeFiles = (ctx: Context, merchantId: string, caseIds: readonly string[]) =>
  db(ctx)
    .selectFrom('dispute_file')
    .select(COLUMNS)
    .where('merchant_id', '=', merchantId)
    .where('case_id', '=', anyUuid(caseIds))
    .orderBy('case_id')
    .orderBy('id')
    .execute()
