import { IndexMigration } from './index-migration.ts'

/**
 * Adds the index that finds the open disputes whose deadline approaches. The merchant of each dispute gets several
 * warnings, so the index of the disputes without any warning is dropped.
 */
export class IndexDisputeDeadlines extends IndexMigration {
  override readonly build = [
    { name: 'dispute_open_deadline', table: 'dispute', definition: `(answer_until) where status = 'open'` },
  ]

  override readonly drop = ['dispute_due_answer']
}
