import { Migration } from '@mikro-orm/migrations'

/** Money on its way back to payers: refunds, disputes, and the network's returns that carry them out. */
export class AddRefundAndDispute extends Migration {
  override up(): void {
    for (const statement of CASE_CHANGES) this.addSql(statement)
    this.addSql(REFUND)
    this.addSql(
      'create index refund_by_charge on refund (merchant_id, charge_id, requested_at desc, id desc)',
    )
    this.addSql(NETWORK_RETURN)
    this.addSql(`create unique index network_return_alive on network_return (merchant_id, case_id)
      where case_id is not null and state <> 'failed' and origin = 'service'`)
    this.addSql('create index network_return_by_end_to_end_id on network_return (end_to_end_id)')
    this.addSql(`create index network_return_due on network_return (next_attempt_at) where state = 'asking'`)
    this.addSql(`create index network_return_unfinished on network_return (settled_at)
      where state <> 'asking' and finished_at is null`)
    this.addSql(DISPUTE)
    this.addSql(
      `create unique index dispute_one_open on dispute (merchant_id, payment_id) where status <> 'closed'`,
    )
    this.addSql(
      'create index dispute_by_charge on dispute (merchant_id, charge_id) where charge_id is not null',
    )
    this.addSql(`create index dispute_due_answer on dispute (answer_until)
      where status = 'open' and deadline_told_at is null`)
    this.addSql('grant select, insert, update on refund, network_return, dispute to pix_app')
  }
}

const CASE_CHANGES = [
  `alter table merchant add column dispute_policy text not null default 'service_advances'
     check (dispute_policy in ('service_advances', 'return_what_exists'))`,
  `alter table financial_case
     add column postings_count integer not null default 0 check (postings_count >= 0),
     add column cover_cents bigint not null default 0 check (cover_cents >= 0 and cover_cents <= amount_cents),
     add column exception text,
     add constraint financial_case_holds_no_more check (held_pending_cents + held_available_cents <= cover_cents),
     add constraint financial_case_closed_is_empty check (
       status = 'open' or held_pending_cents + held_available_cents + held_payer_cents + cover_cents = 0)`,
  `create index financial_case_list on financial_case (merchant_id, opened_at desc, id desc)`,
  `create index financial_case_list_all on financial_case (opened_at desc, id desc)`,
  `create index financial_case_by_charge on financial_case (merchant_id, charge_id) where charge_id is not null`,
  `create index financial_case_short on financial_case (merchant_id, opened_at, id)
     where status = 'open' and kind = 'dispute'`,
  `create index financial_case_held on financial_case (opened_at) where status = 'open' and kind = 'held_payment'`,
]

const REFUND = `
  create table refund (
    merchant_id uuid not null references merchant,
    id uuid not null,
    charge_id uuid not null,
    case_id uuid not null,
    amount_cents bigint not null check (amount_cents > 0),
    status text not null check (status in ('processing', 'completed', 'failed')),
    reason text check (reason in
      ('requested_by_customer', 'duplicate', 'order_cancelled', 'fraud_suspected', 'other')),
    description text check (char_length(description) <= 140),
    metadata jsonb not null,
    failure_code text,
    return_id text,
    idempotency_key text not null,
    fingerprint bytea not null,
    requested_at timestamptz(3) not null,
    completed_at timestamptz(3),
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    primary key (merchant_id, id),
    constraint refund_idempotency_key unique (merchant_id, idempotency_key),
    foreign key (merchant_id, charge_id) references charge (merchant_id, id),
    foreign key (merchant_id, case_id) references financial_case (merchant_id, id),
    constraint refund_completed_says_when check ((status = 'completed') = (completed_at is not null)),
    constraint refund_failed_says_why check ((status = 'failed') = (failure_code is not null))
  )`

const NETWORK_RETURN = `
  create table network_return (
    merchant_id uuid not null references merchant,
    id uuid not null,
    case_id uuid,
    payment_id uuid not null,
    origin text not null check (origin in ('service', 'network')),
    end_to_end_id text not null,
    network_id text not null,
    amount_cents bigint not null check (amount_cents > 0),
    nature text not null,
    description text,
    state text not null check (state in ('asking', 'returned', 'failed')),
    return_id text,
    failure_code text,
    failure_reason text,
    attempts integer not null check (attempts >= 0),
    next_attempt_at timestamptz(3) not null,
    requested_at timestamptz(3) not null,
    settled_at timestamptz(3),
    finished_at timestamptz(3),
    primary key (merchant_id, id),
    constraint network_return_once unique (merchant_id, end_to_end_id, network_id),
    foreign key (merchant_id, case_id) references financial_case (merchant_id, id),
    foreign key (merchant_id, payment_id) references payment (merchant_id, id),
    constraint network_return_case check (case_id is not null or origin = 'network'),
    constraint network_return_settled check ((state = 'asking') = (settled_at is null)),
    constraint network_return_failed_says_why check ((state = 'failed') = (failure_code is not null))
  )`

const DISPUTE = `
  create table dispute (
    merchant_id uuid not null references merchant,
    case_id uuid not null,
    payment_id uuid not null,
    charge_id uuid,
    origin text not null check (origin in ('staff', 'network')),
    nature text not null,
    policy text not null check (policy in ('service_advances', 'return_what_exists')),
    status text not null check (status in ('open', 'returning', 'closed')),
    description text,
    evidence text,
    evidence_at timestamptz(3),
    answer_until timestamptz(3) not null,
    deadline_told_at timestamptz(3),
    result text check (result in ('accepted', 'partly_accepted', 'rejected', 'cancelled', 'already_returned')),
    decided_cents bigint check (decided_cents >= 0),
    returned_by text check (returned_by in ('service', 'network')),
    returned_cents bigint not null check (returned_cents >= 0),
    opened_at timestamptz(3) not null,
    decided_at timestamptz(3),
    closed_at timestamptz(3),
    updated_at timestamptz(3) not null,
    primary key (merchant_id, case_id),
    foreign key (merchant_id, case_id) references financial_case (merchant_id, id),
    foreign key (merchant_id, payment_id) references payment (merchant_id, id),
    foreign key (merchant_id, charge_id) references charge (merchant_id, id),
    constraint dispute_closed_says_how check (
      (status = 'closed') = (closed_at is not null) and (status <> 'closed' or result is not null))
  )`
