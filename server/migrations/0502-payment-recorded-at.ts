import { IndexMigration } from './index-migration.ts'

/**
 * Adds the index that finds the payments that were recorded on a day. A block range index costs almost nothing per
 * payment.
 */
export class IndexPaymentRecordedAt extends IndexMigration {
  override readonly build = [
    { name: 'payment_recorded_at', table: 'payment', definition: 'using brin (recorded_at)' },
  ]
}
