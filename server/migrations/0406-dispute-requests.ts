import { Migration } from '@mikro-orm/migrations'
import { comments } from './baseline/comments.ts'

/** Adds the table of idempotency keys for the calls with which merchants answer their disputes. */
export class AddDisputeRequests extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const STATEMENTS = [
  `create table dispute_request (
    merchant_id uuid not null,
    idempotency_key text not null,
    case_id uuid not null,
    fingerprint bytea not null,
    created_at timestamptz(3) not null,
    primary key (merchant_id, idempotency_key),
    foreign key (merchant_id, case_id) references dispute (merchant_id, case_id)
  )`,
  ...comments(
    'dispute_request',
    'Calls with which merchants changed their disputes. A repetition with the same key changes nothing.',
    { fingerprint: 'Keyed digest of the dispute and of the content of the call.' },
  ),
  'grant select, insert on dispute_request to pix_app',
]
