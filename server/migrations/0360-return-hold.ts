import { Migration } from '@mikro-orm/migrations'
import { comments } from './baseline/comments.ts'

/**
 * Adds the table that names the incarnation of the database for which returns are released. The incarnation is the
 * system identifier and the timeline of PostgreSQL. A restored database has another timeline, so its returns are held.
 */
export class AddReturnHold extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const STATEMENTS = [
  `create table return_hold (
    id integer primary key check (id = 1),
    released_incarnation text not null,
    held_since timestamptz(3),
    reason text check (char_length(reason) between 1 and 500),
    updated_at timestamptz(3) not null,
    constraint return_hold_says_why check ((held_since is null) = (reason is null))
  )`,
  ...comments(
    'return_hold',
    'One row: whether the service may request returns at the Pix network. See decision 0360.',
    {
      released_incarnation:
        'System identifier and timeline of the database for which an operator released the returns. In a restored or promoted database they differ, and returns are held.',
      held_since: 'When an operator held the returns. Null: no operator holds them.',
      reason: 'Why the operator holds the returns.',
    },
  ),
  `insert into return_hold (id, released_incarnation, updated_at)
    select 1, system_identifier || '/' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8),
      current_timestamp
    from pg_control_system()`,
  'grant select, update on return_hold to pix_app',
]
