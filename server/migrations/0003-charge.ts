import { Migration } from '@mikro-orm/migrations'

/** Charges, the payments that arrived for them, and the network's callbacks as they came in. */
export class AddCharge extends Migration {
  override up(): void {
    this.addSql(CHARGE)
    this.addSql('create index charge_by_id on charge (id)')
    this.addSql('create index charge_list on charge (merchant_id, created_at desc, id desc)')
    this.addSql(
      'create index charge_list_by_status on charge (merchant_id, status, created_at desc, id desc)',
    )
    this.addSql('create index charge_list_all on charge (created_at desc, id desc)')
    this.addSql('create index charge_list_all_by_status on charge (status, created_at desc, id desc)')
    this.addSql(`create index charge_by_document on charge (merchant_id, payer_document_hash, created_at desc)
      where payer_document_hash is not null`)
    this.addSql(
      `create index charge_by_end_to_end_id on charge (end_to_end_id) where end_to_end_id is not null`,
    )
    this.addSql(`create index charge_due_expiry on charge (expires_at) where status = 'pending'`)
    this.addSql(`create index charge_due_check on charge (next_check_at) where status = 'created'`)
    this.addSql(FINANCIAL_CASE)
    this.addSql(PAYMENT)
    this.addSql('create index payment_by_end_to_end_id on payment (end_to_end_id)')
    this.addSql('create index payment_by_charge on payment (merchant_id, charge_id, paid_at)')
    this.addSql(
      `create unique index payment_primary on payment (merchant_id, charge_id) where classification = 'primary'`,
    )
    this.addSql(INBOX)
    this.addSql(`create index network_inbox_due on network_inbox (next_attempt_at) where state = 'waiting'`)
    this.addSql('create index network_inbox_txid on network_inbox (txid)')
    this.addSql(`create table network_sweep (
      name text primary key, swept_until timestamptz(3) not null, finished_at timestamptz(3) not null)`)
    this.addSql('grant select, insert, update, delete on charge to pix_app')
    this.addSql(
      'grant select, insert, update on financial_case, payment, network_inbox, network_sweep to pix_app',
    )
  }
}

const CHARGE = `
  create table charge (
    merchant_id uuid not null references merchant,
    id uuid not null,
    environment text not null check (environment in ('production', 'sandbox')),
    order_reference text not null check (char_length(order_reference) between 1 and 120),
    amount_cents bigint not null check (amount_cents > 0),
    description text check (char_length(description) <= 500),
    status text not null check (status in
      ('created', 'pending', 'paid', 'partially_refunded', 'refunded', 'expired', 'cancelled', 'failed')),
    failure_code text,
    fee_percent_bps integer not null,
    fee_fixed_cents bigint not null,
    reserve_bps integer not null,
    reserve_days integer not null,
    settlement_delay_days integer not null,
    refund_fee_policy text not null check (refund_fee_policy in ('prorata', 'keep')),
    fee_cents bigint check (fee_cents >= 0),
    net_cents bigint check (net_cents >= 0),
    reserve_cents bigint check (reserve_cents >= 0),
    refunded_cents bigint not null check (refunded_cents >= 0),
    refunding_cents bigint not null check (refunding_cents >= 0),
    pending_left_cents bigint not null check (pending_left_cents >= 0),
    reserve_left_cents bigint not null check (reserve_left_cents >= 0),
    fee_left_cents bigint not null check (fee_left_cents >= 0),
    expires_in_seconds integer not null,
    expires_at timestamptz(3),
    paid_at timestamptz(3),
    cancelled_at timestamptz(3),
    late_payment boolean not null,
    is_simulated boolean not null,
    qr_code_payload text,
    end_to_end_id text,
    payments_count integer not null check (payments_count >= 0),
    payer_name text,
    payer_name_search text,
    payer_document_box bytea,
    payer_document_key_id text,
    payer_document_hash bytea,
    metadata jsonb not null,
    idempotency_key text not null,
    fingerprint bytea not null,
    issuing_until timestamptz(3),
    next_check_at timestamptz(3),
    checks_count integer not null check (checks_count >= 0),
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    primary key (merchant_id, id),
    constraint charge_order_reference unique (merchant_id, order_reference),
    constraint charge_idempotency_key unique (merchant_id, idempotency_key),
    constraint charge_fee_and_net check (fee_cents + net_cents = amount_cents and reserve_cents <= net_cents),
    constraint charge_refunds_fit check (refunded_cents + refunding_cents <= amount_cents),
    constraint charge_paid_is_whole check ((paid_at is null) = (fee_cents is null) and (paid_at is null) = (net_cents is null)
      and (paid_at is null) = (reserve_cents is null) and (paid_at is null) = (end_to_end_id is null)),
    constraint charge_paid_status check ((paid_at is not null) = (status in ('paid', 'partially_refunded', 'refunded'))),
    constraint charge_failed_says_why check ((status = 'failed') = (failure_code is not null)),
    constraint charge_issuing_is_created check (issuing_until is null or status = 'created')
  )`

const FINANCIAL_CASE = `
  create table financial_case (
    merchant_id uuid not null references merchant,
    id uuid not null,
    kind text not null check (kind in ('refund', 'dispute', 'held_payment', 'block')),
    status text not null check (status in ('open', 'released', 'returned')),
    charge_id uuid,
    order_reference text,
    payment_id uuid,
    refund_id uuid,
    end_to_end_id text,
    amount_cents bigint not null check (amount_cents > 0),
    held_pending_cents bigint not null check (held_pending_cents >= 0),
    held_available_cents bigint not null check (held_available_cents >= 0),
    held_payer_cents bigint not null check (held_payer_cents >= 0),
    reserve_released_cents bigint not null check (reserve_released_cents >= 0),
    fee_returned_cents bigint not null check (fee_returned_cents >= 0),
    opened_at timestamptz(3) not null,
    closed_at timestamptz(3),
    primary key (merchant_id, id),
    foreign key (merchant_id, charge_id) references charge (merchant_id, id),
    check ((status = 'open') = (closed_at is null))
  )`

const PAYMENT = `
  create table payment (
    merchant_id uuid not null references merchant,
    id uuid not null,
    charge_id uuid,
    end_to_end_id text not null,
    txid text,
    amount_cents bigint not null check (amount_cents > 0),
    classification text not null check (classification in
      ('primary', 'duplicate', 'amount_mismatch', 'after_final', 'unmatched')),
    case_id uuid,
    journal_id uuid not null,
    paid_at timestamptz(3) not null,
    recorded_at timestamptz(3) not null,
    settled_at timestamptz(3),
    primary key (merchant_id, id),
    constraint payment_end_to_end_id unique (merchant_id, end_to_end_id),
    foreign key (merchant_id, charge_id) references charge (merchant_id, id),
    foreign key (merchant_id, case_id) references financial_case (merchant_id, id),
    foreign key (merchant_id, journal_id) references journal_entry (merchant_id, id),
    check (classification = 'unmatched' or charge_id is not null)
  )`

const INBOX = `
  create table network_inbox (
    id uuid primary key,
    kind text not null check (kind in ('pix', 'devolucao')),
    dedupe_key text not null,
    end_to_end_id text not null,
    txid text,
    amount_cents bigint not null check (amount_cents > 0),
    paid_at timestamptz(3) not null,
    raw jsonb not null,
    source text not null check (source in ('callback', 'sweep', 'issuance')),
    state text not null check (state in ('waiting', 'done', 'parked')),
    attempts integer not null check (attempts >= 0),
    last_error text,
    next_attempt_at timestamptz(3) not null,
    received_at timestamptz(3) not null,
    done_at timestamptz(3),
    constraint network_inbox_once unique (kind, dedupe_key)
  )`
