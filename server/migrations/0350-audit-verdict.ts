import { Migration } from '@mikro-orm/migrations'
import { comments } from './baseline/comments.ts'

/** Stores the result of each verification of the audit log, so that every process can show the last result. */
export class AddAuditVerdict extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const STATEMENTS = [
  `create table audit_verdict (
    id uuid primary key,
    finished_at timestamptz(3) not null,
    sound boolean not null,
    lines_count bigint not null,
    head_position bigint not null,
    head_hash bytea not null,
    fault text,
    requested_by text not null,
    constraint audit_verdict_says_what check (sound = (fault is null))
  )`,
  ...comments('audit_verdict', 'Results of the verification of the whole audit log.', {
    sound: 'Whether the verification found no fault.',
    lines_count: 'How many links were verified.',
    head_position: 'Position of the last link of the hash chain.',
    head_hash: 'Hash of the last link of the hash chain.',
    fault: 'The first fault. Null when the audit log is sound.',
    requested_by: 'The job or the command that started the verification.',
  }),
  // Finds the last result of the verification of the audit log.
  'create index audit_verdict_latest on audit_verdict (finished_at desc)',
  'grant select, insert on audit_verdict to pix_app',
]
