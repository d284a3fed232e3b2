import { IndexMigration } from './index-migration.ts'

/** Adds the index that finds failed refunds by the time of their request. */
export class IndexFailedRefunds extends IndexMigration {
  override readonly build = [
    { name: 'refund_failed', table: 'refund', definition: `(requested_at) where status = 'failed'` },
  ]
}
