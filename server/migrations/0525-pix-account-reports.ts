import { Migration } from '@mikro-orm/migrations'
import { comments } from './baseline/comments.ts'

/**
 * Adds the column for the outcome of the last call in each row of `pix_account_hour`. Adds the table of the problems
 * that processes have with the PSPs of receiving accounts.
 */
export class AddPixAccountReports extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const STATEMENTS = [
  'alter table pix_account_hour add column last_outcome text',
  `comment on column pix_account_hour.last_outcome is
    'The outcome of the call at last_call_at. Null in rows of earlier versions of the service.'`,
  `create table pix_account_report (
    pix_account_id text not null references pix_account,
    process text not null,
    avoided_since timestamptz(3),
    breaker_open_since timestamptz(3),
    fault text,
    fault_since timestamptz(3),
    reported_at timestamptz(3) not null,
    primary key (pix_account_id, process),
    check ((fault is null) = (fault_since is null))
  )`,
  ...comments(
    'pix_account_report',
    'The problems that processes have now with the PSP of an account. A process deletes its row when they end.',
    {
      process: 'The role, the host and the process id.',
      avoided_since: 'Since when new charges of the process have avoided the account.',
      breaker_open_since: 'Since when the circuit breaker of the process has stopped calls.',
      fault: 'Why the last call of the process failed.',
      reported_at:
        'The process repeats its report while the problem lasts. An old report is of a killed process.',
    },
  ),
  'grant select, insert, update, delete on pix_account_report to pix_app',
]
