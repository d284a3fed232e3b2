import { Migration } from '@mikro-orm/migrations'

/** The network's own record and what differs from it, transfers to merchants, the history of terms, and verdicts on the ledger. */
export class AddSettlementAndPayout extends Migration {
  override up(): void {
    for (const statement of [...LISTING, ...DUE, EXCEPTION, PAYOUT, TERMS, VERDICT, SCHEDULE])
      this.addSql(statement)
    this.addSql(
      `create index reconciliation_exception_list on reconciliation_exception (opened_at desc, id desc)`,
    )
    this
      .addSql(`create index reconciliation_exception_open on reconciliation_exception (merchant_id, opened_at)
      where state = 'open'`)
    this.addSql(
      `create index payout_list on payout (merchant_id, paid_at desc, entry_seq desc) where state = 'paid'`,
    )
    this.addSql(`create index payout_reserved on payout (merchant_id, reserved_at) where state = 'reserved'`)
    this.addSql('create index ledger_verdict_latest on ledger_verdict (finished_at desc)')
    this.addSql(KEEP_TERMS_THAT_STAND)
    this.addSql(
      'grant select, insert, update on network_listing, reconciliation_exception, payout, job_schedule to pix_app',
    )
    this.addSql('grant select, insert on merchant_terms, ledger_verdict to pix_app')
  }
}

const LISTING = [
  `create table network_listing (
    end_to_end_id text primary key,
    amount_cents bigint not null check (amount_cents > 0),
    paid_at timestamptz(3) not null,
    listed_at timestamptz(3) not null,
    state text not null check (state in ('waiting', 'settled', 'differs')),
    attempts integer not null check (attempts >= 0),
    next_attempt_at timestamptz(3) not null
  )`,
  `comment on table network_listing is
    'Payments that stand in the network''s own record (GET /pix); waiting until matched to a payment of ours.'`,
  `create index network_listing_due on network_listing (next_attempt_at) where state = 'waiting'`,
  `create index payment_unsettled on payment (recorded_at) where settled_at is null`,
  `create index network_inbox_parked on network_inbox (received_at) where state = 'parked'`,
]

// A day of the contract is 24 hours of UTC, so that the moment does not depend on the session's time zone.
const DUE = [
  `create index charge_funds_due on charge
    (((paid_at at time zone 'UTC') + settlement_delay_days * interval '1 day')) where pending_left_cents > 0`,
  `create index charge_reserve_due on charge
    (((paid_at at time zone 'UTC') + reserve_days * interval '1 day')) where reserve_left_cents > 0`,
]

const EXCEPTION = `
  create table reconciliation_exception (
    merchant_id uuid not null references merchant,
    id uuid not null,
    kind text not null check (kind in ('missing_at_network', 'amount_differs', 'payment_not_recorded')),
    state text not null check (state in ('open', 'closed')),
    end_to_end_id text not null,
    payment_id uuid,
    details jsonb not null,
    opened_at timestamptz(3) not null,
    checked_at timestamptz(3) not null,
    closed_at timestamptz(3),
    closed_by text,
    resolution text check (char_length(resolution) between 1 and 500),
    primary key (merchant_id, id),
    constraint reconciliation_exception_once unique (merchant_id, kind, end_to_end_id),
    foreign key (merchant_id, payment_id) references payment (merchant_id, id),
    constraint reconciliation_exception_closed_is_whole check ((state = 'closed') = (closed_at is not null)
      and (state = 'closed') = (closed_by is not null) and (state = 'closed') = (resolution is not null))
  )`

const PAYOUT = `
  create table payout (
    merchant_id uuid not null references merchant,
    id uuid not null,
    state text not null check (state in ('reserved', 'paid', 'given_back', 'reversed')),
    amount_cents bigint not null check (amount_cents > 0),
    external_reference text check (char_length(external_reference) between 1 and 120),
    paid_at timestamptz(3),
    journal_id uuid,
    entry_seq bigint,
    note text check (char_length(note) between 1 and 500),
    reserved_at timestamptz(3),
    created_at timestamptz(3) not null,
    created_by text not null,
    updated_at timestamptz(3) not null,
    primary key (merchant_id, id),
    constraint payout_external_reference unique (merchant_id, external_reference),
    foreign key (merchant_id, journal_id) references journal_entry (merchant_id, id),
    constraint payout_paid_is_whole check (
      (state in ('paid', 'reversed')) = (external_reference is not null)
      and (external_reference is null) = (paid_at is null) and (paid_at is null) = (journal_id is null)
      and (paid_at is null) = (entry_seq is null)),
    constraint payout_reserved_says_when check (state in ('paid', 'reversed') or reserved_at is not null)
  )`

const TERMS = `
  create table merchant_terms (
    merchant_id uuid not null references merchant,
    version integer not null check (version > 0),
    terms jsonb not null,
    valid_from timestamptz(3) not null,
    changed_by text not null,
    correlation_id text,
    primary key (merchant_id, version)
  )`

const KEEP_TERMS_THAT_STAND = `
  insert into merchant_terms (merchant_id, version, terms, valid_from, changed_by)
  select id, 1, jsonb_build_object('pixEnabled', pix_enabled, 'feePercentBps', fee_percent_bps,
    'feeFixedCents', fee_fixed_cents::text, 'reserveBps', reserve_bps, 'reserveDays', reserve_days,
    'settlementDelayDays', settlement_delay_days, 'refundFeePolicy', refund_fee_policy,
    'amountCeilingCents', amount_ceiling_cents::text, 'writeRate', write_rate, 'readRate', read_rate,
    'searchRate', search_rate, 'payoutsByService', payouts_by_service, 'payoutsSuspended', payouts_suspended),
    updated_at, 'migration'
  from merchant`

const VERDICT = `
  create table ledger_verdict (
    id uuid primary key,
    started_at timestamptz(3) not null,
    finished_at timestamptz(3) not null,
    sound boolean not null,
    merchants_count integer not null,
    entries_count bigint not null,
    findings_count integer not null,
    findings jsonb not null,
    requested_by text not null,
    constraint ledger_verdict_says_what check (sound = (findings_count = 0))
  )`

const SCHEDULE = `
  create table job_schedule (
    name text primary key,
    next_run_at timestamptz(3) not null,
    last_claimed_at timestamptz(3) not null
  )`
