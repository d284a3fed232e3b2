import { Migration } from '@mikro-orm/migrations'
import { comments } from './baseline/comments.ts'

/**
 * Adds the table with the time of the last anchor. With this table, the service notices that the file with the anchors
 * is missing.
 */
export class RecordLastAnchor extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const STATEMENTS = [
  `create table ledger_anchor (
    id integer primary key check (id = 1),
    anchored_at timestamptz(3) not null
  )`,
  ...comments(
    'ledger_anchor',
    'One row, absent before the first anchor: the last anchor that a job wrote outside the database. See decision 0425.',
    { anchored_at: 'The time in the anchor: when the job began to read the ledger.' },
  ),
  'grant select, insert, update on ledger_anchor to pix_app',
]
