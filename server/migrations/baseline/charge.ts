import { comments } from './comments.ts'

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
    dispute_policy text not null default 'service_advances'
      constraint charge_dispute_policy check (dispute_policy in ('service_advances', 'return_what_exists')),
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
    cancel_asked_at timestamptz(3),
    cancel_asked_by text check (cancel_asked_by in ('merchant', 'service')),
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
    correlation_id uuid,
    cancelled_correlation_id uuid,
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

const COMMENTS = comments(
  'charge',
  'A request to be paid by Pix. Its txid at the network is its id without dashes.',
  {
    order_reference: 'The id of the order in the system of the merchant. Unique for each merchant.',
    status: 'created: not issued at the network yet. pending: issued and not paid.',
    failure_code: 'Why the charge failed.',
    fee_percent_bps: 'This and the next terms are copies of the terms of the merchant at creation.',
    fee_cents: 'Fee of the primary payment. Null until the charge is paid.',
    net_cents: 'Amount minus fee. Null until the charge is paid.',
    reserve_cents:
      'The part of the net amount that was kept as contract reserve. Null until the charge is paid.',
    refunded_cents: 'Gross amount that was returned to the payer by refunds and disputes.',
    refunding_cents: 'Gross amount of refunds that are not completed.',
    pending_left_cents: 'Money of the charge in the position pending.',
    reserve_left_cents: 'Money of the charge in the contract reserve.',
    fee_left_cents: 'The part of the fee that was not returned.',
    expires_at: 'When the charge expires. Set when the network issued it.',
    paid_at: 'When the primary payment was made, as the network reports it.',
    cancel_asked_at:
      'When the removal at the network was last requested. Attributes a removal whose answer was lost.',
    cancel_asked_by: 'The party that last requested the removal at the network.',
    late_payment: 'Whether the primary payment was made after expires_at.',
    is_simulated: 'Field of the merchant API. The service always writes false.',
    qr_code_payload: 'The text of the QR code (BR Code).',
    end_to_end_id: 'Network id of the primary payment.',
    payments_count: 'Number of payments recorded for the charge, held ones included.',
    payer_name_search: 'Normalized words of payer_name, for the search.',
    payer_document_box: 'The encrypted CPF or CNPJ of the payer.',
    payer_document_key_id: 'The encryption key of payer_document_box.',
    payer_document_hash: 'Keyed digest of the normalized document, for the search.',
    fingerprint:
      'Digest of the request that created the charge. A repeated idempotency key must have the same one.',
    correlation_id: 'The request that created the charge.',
    cancelled_correlation_id: 'The request that cancelled the charge.',
    issuing_until: 'End of the lease of the process that issues the charge.',
    next_check_at: 'When the network is next asked about a charge that is still created.',
    checks_count: 'Number of checks so far. The delay between checks grows with it.',
  },
)

const INDEXES = [
  // Finds a charge by the txid of a payment. The index does not begin with the merchant, because the payment does not
  // name the merchant.
  'create index charge_by_id on charge (id)',
  // Index for the paged list of the charges of a merchant.
  'create index charge_list on charge (merchant_id, created_at desc, id desc)',
  // Index for the paged list of the charges of a merchant that have one status.
  'create index charge_list_by_status on charge (merchant_id, status, created_at desc, id desc)',
  // Index for the paged list of the charges of all merchants.
  'create index charge_list_all on charge (created_at desc, id desc)',
  // Index for the paged list of the charges of all merchants that have one status.
  'create index charge_list_all_by_status on charge (status, created_at desc, id desc)',
  // Finds the charges of a payer by the hash of the payer's CPF or CNPJ.
  `create index charge_by_document on charge (payer_document_hash, created_at desc, id desc)
    where payer_document_hash is not null`,
  // Finds a charge by the end-to-end id of its primary payment.
  'create index charge_by_end_to_end_id on charge (end_to_end_id) where end_to_end_id is not null',
  // Finds order references of all merchants by prefix, in any letter case.
  'create index charge_by_order_reference on charge (lower(order_reference) text_pattern_ops)',
  // Finds charges of all merchants by amount.
  'create index charge_by_amount on charge (amount_cents, created_at)',
  // Finds the charges that a request cancelled. The index contains only cancelled charges.
  `create index charge_by_cancellation on charge (cancelled_correlation_id)
    where cancelled_correlation_id is not null`,
  // Index for the paged list of the charges that were paid late.
  'create index charge_paid_late on charge (created_at desc, id desc) where late_payment',
  // Index for the paged list of the charges that were paid more than once.
  'create index charge_paid_twice on charge (created_at desc, id desc) where payments_count > 1',
  // Finds the charges to expire.
  `create index charge_due_expiry on charge (expires_at) where status = 'pending'`,
  // Finds the charges whose issuance must be checked at the Pix network.
  `create index charge_due_check on charge (next_check_at) where status = 'created'`,
  // Finds charges whose pending money is due to become available. A contract day is 24 hours of UTC, independent of
  // the session's time zone.
  `create index charge_funds_due on charge
    (((paid_at at time zone 'UTC') + settlement_delay_days * interval '1 day')) where pending_left_cents > 0`,
  // Finds contract reserves to release.
  `create index charge_reserve_due on charge
    (((paid_at at time zone 'UTC') + reserve_days * interval '1 day')) where reserve_left_cents > 0`,
]

const NAME_WORD = [
  `create table charge_name_word (
    merchant_id uuid not null,
    word text not null,
    rest text not null default '',
    created_at timestamptz(3) not null,
    charge_id uuid not null
  ) with (autovacuum_vacuum_insert_scale_factor = 0.02)`,
  ...comments(
    'charge_name_word',
    'Search index over the names of payers: one row for each word. No foreign key, because the rows are derived. Early vacuums keep index-only scans fast.',
    {
      word: 'One normalized word of the name.',
      rest: 'The words after it, at most 40 characters. Matches searches for several words.',
      created_at: 'Copy of charge.created_at.',
    },
  ),
  // Finds words by prefix, newest charges first. The index has every column that the search reads.
  `create index charge_name_word_newest on charge_name_word
    (merchant_id, word text_pattern_ops, created_at desc, charge_id desc) include (rest)`,
  'grant select, insert, delete on charge_name_word to pix_app',
]

/** Charges, and the search index over the names of their payers. */
export const CHARGE_TABLES = [
  CHARGE,
  ...COMMENTS,
  ...INDEXES,
  'grant select, insert, update, delete on charge to pix_app',
  ...NAME_WORD,
]
