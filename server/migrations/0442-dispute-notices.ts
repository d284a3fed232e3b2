import { Migration } from '@mikro-orm/migrations'
import { comments } from './baseline/comments.ts'

/** Adds the table of the notices of disputes that the network sends. */
export class AddDisputeNotices extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const STATEMENTS = [
  `create table dispute_notice (
    id uuid primary key,
    network_id text not null,
    end_to_end_id text not null,
    amount_cents bigint not null check (amount_cents > 0),
    nature text not null,
    description text,
    answer_until timestamptz(3) not null,
    status text not null check (status in ('open', 'accepted', 'rejected', 'cancelled')),
    granted_cents bigint check (granted_cents > 0),
    decided_at timestamptz(3),
    state text not null check (state in ('waiting', 'done')),
    merchant_id uuid,
    case_id uuid,
    received_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    correlation_id uuid,
    constraint dispute_notice_once unique (network_id),
    constraint dispute_notice_dispute check ((merchant_id is null) = (case_id is null)),
    foreign key (merchant_id, case_id) references dispute (merchant_id, case_id)
  )`,
  ...comments(
    'dispute_notice',
    'Disputes (MED) of which the network notified this service, each with its newest status.',
    {
      network_id: 'The id of the dispute at the network. A repeated notice adds no row.',
      answer_until: 'Until when the network accepts evidence.',
      status:
        'open: not decided. accepted: for the payer. rejected: against the payer. cancelled: withdrawn.',
      granted_cents: 'The amount that the network grants to the payer. Null: the whole amount.',
      state: 'waiting: the status must still be applied to the dispute. done: it was applied.',
      case_id: 'The dispute. Null until one exists.',
      correlation_id: 'The correlation id of the callback.',
    },
  ),
  // Finds the notices to apply.
  `create index dispute_notice_waiting on dispute_notice (updated_at) where state = 'waiting'`,
  // Finds the other notices of a dispute.
  'create index dispute_notice_case on dispute_notice (merchant_id, case_id)',
  'grant select, insert, update on dispute_notice to pix_app',
]
