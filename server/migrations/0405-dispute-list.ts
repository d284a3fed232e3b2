import { IndexMigration } from './index-migration.ts'

/** Adds the index for the paged list of the disputes of a merchant. */
export class IndexDisputes extends IndexMigration {
  override readonly build = [
    { name: 'dispute_list', table: 'dispute', definition: '(merchant_id, opened_at desc, case_id desc)' },
  ]
}
