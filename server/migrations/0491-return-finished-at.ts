import { IndexMigration } from './index-migration.ts'

/**
 * Adds the index that finds the returns whose outcome was posted on a day. A block range index costs almost nothing per
 * return.
 */
export class IndexReturnFinishedAt extends IndexMigration {
  override readonly build = [
    { name: 'network_return_finished_at', table: 'network_return', definition: 'using brin (finished_at)' },
  ]
}
