import { IndexMigration } from './index-migration.ts'

/**
 * Adds the index that finds paid payouts without assigned journal lines, and reversed payouts that still have assigned
 * lines.
 */
export class IndexPayoutLinesDue extends IndexMigration {
  override readonly build = [
    {
      name: 'payout_lines_due',
      table: 'payout',
      definition: `(merchant_id, entry_seq)
        where (state = 'paid' and lines_assigned_at is null) or (state = 'reversed' and lines_assigned_at is not null)`,
    },
  ]
}
