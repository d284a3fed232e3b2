import { Migration } from '@mikro-orm/migrations'
import { comments } from './baseline/comments.ts'

/**
 * Adds the table that counts the calls to each receiving account's PSP by hour. Adds the column for the time at which
 * an account's client certificate expires.
 */
export class AddPixAccountCalls extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const STATEMENTS = [
  'alter table pix_account add column certificate_ends_at timestamptz(3)',
  `comment on column pix_account.certificate_ends_at is
    'When the client certificate of the account expires. Null if the account has none, or if it is a file.'`,
  `create table pix_account_hour (
    pix_account_id text not null references pix_account,
    hour timestamptz(3) not null,
    operation text not null,
    calls_count bigint not null check (calls_count > 0),
    failed_count bigint not null check (failed_count between 0 and calls_count),
    last_call_at timestamptz(3) not null,
    primary key (pix_account_id, hour, operation)
  )`,
  ...comments('pix_account_hour', 'The calls to the PSP of each account, counted by hour and operation.', {
    failed_count: 'The calls that the PSP did not answer, or answered with an error of the PSP.',
  }),
  'grant select, insert, update, delete on pix_account_hour to pix_app',
]
