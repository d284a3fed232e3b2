import { IndexMigration } from './index-migration.ts'

/** Adds the index that finds the oldest files of disputes, which are deleted 5 years after the dispute closed. */
export class IndexDisputeFileAge extends IndexMigration {
  override readonly build = [
    { name: 'dispute_file_by_age', table: 'dispute_file', definition: '(created_at)' },
  ]
}
