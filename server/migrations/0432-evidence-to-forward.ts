import { IndexMigration } from './index-migration.ts'

/** Adds the index that finds the evidence that staff have to forward to the PSP. */
export class IndexEvidenceToForward extends IndexMigration {
  override readonly build = [
    {
      name: 'dispute_to_forward',
      table: 'dispute',
      definition: `(answer_until, case_id)
        where status = 'open' and evidence_at is not null and evidence_forwarded_at is null`,
    },
  ]
}
