import { IndexMigration } from './index-migration.ts'

/** Adds the index that finds the failed refunds of the last days. */
export class IndexFailedRefunds extends IndexMigration {
  override readonly build = [
    { name: 'refund_failed', table: 'refund', definition: `(requested_at) where status = 'failed'` },
  ]
}
