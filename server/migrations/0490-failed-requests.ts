import { IndexMigration } from './index-migration.ts'

/** Adds the indexes that list and count failed calls of the merchant API. The indexes contain no successful calls. */
export class IndexFailedRequests extends IndexMigration {
  override readonly build = [
    {
      name: 'request_log_failed',
      table: 'request_log',
      definition: `(started_at desc, correlation_id desc) include (code) where code is not null`,
    },
    {
      name: 'request_log_failed_by_merchant',
      table: 'request_log',
      definition: `(merchant_id, started_at desc, correlation_id desc) include (code) where code is not null`,
    },
  ]
}
