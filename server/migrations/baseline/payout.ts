import { comments } from './comments.ts'

const EXCEPTION = [
  `create table reconciliation_exception (
    merchant_id uuid not null references merchant,
    id uuid not null,
    kind text not null check (kind in ('missing_at_network', 'amount_differs', 'payment_not_recorded',
      'return_differs', 'return_not_recorded')),
    state text not null check (state in ('open', 'closed')),
    subject text not null,
    end_to_end_id text not null,
    payment_id uuid,
    details jsonb not null,
    opened_at timestamptz(3) not null,
    checked_at timestamptz(3) not null,
    closed_at timestamptz(3),
    closed_by text,
    resolution text check (char_length(resolution) between 1 and 500),
    remedy text,
    journal_id uuid,
    primary key (merchant_id, id),
    constraint reconciliation_exception_once unique (merchant_id, kind, subject),
    foreign key (merchant_id, payment_id) references payment (merchant_id, id),
    foreign key (merchant_id, journal_id) references journal_entry (merchant_id, id),
    constraint reconciliation_exception_closed_is_whole check ((state = 'closed') = (closed_at is not null)
      and (state = 'closed') = (closed_by is not null) and (state = 'closed') = (resolution is not null)),
    constraint reconciliation_exception_remedy check (
      remedy in ('none', 'settle_as_recorded', 'settle_as_listed', 'try_again')
      and (state = 'closed' or (remedy is null and journal_id is null))
      and (journal_id is null or remedy in ('settle_as_recorded', 'settle_as_listed')))
  )`,
  ...comments(
    'reconciliation_exception',
    'Differences between the ledger and the records of the network. Staff close them.',
    {
      subject:
        'The payment or the return that differs: its id at the network. At most one exception for each kind.',
      end_to_end_id: 'Network id of the payment.',
      details: 'The values that differ, as texts.',
      checked_at: 'When the difference was last confirmed.',
      closed_by: 'The actor who closed the exception.',
      resolution: 'The reason for closing.',
      remedy: 'The action taken: none, an entry that settles the difference, or another attempt to record.',
      journal_id: 'The entry that the remedy posted.',
    },
  ),
  // Index for the paged list of the exceptions of all merchants.
  'create index reconciliation_exception_list on reconciliation_exception (opened_at desc, id desc)',
  // Finds the open exceptions of a merchant.
  `create index reconciliation_exception_open on reconciliation_exception (merchant_id, opened_at)
    where state = 'open'`,
  'grant select, insert, update on reconciliation_exception to pix_app',
]

const PAYOUT = [
  `create table payout (
    merchant_id uuid not null references merchant,
    id uuid not null,
    state text not null check (state in ('reserved', 'paid', 'given_back', 'reversed')),
    amount_cents bigint not null check (amount_cents > 0),
    external_reference text check (char_length(external_reference) between 1 and 120),
    bank_account_id uuid,
    paid_at timestamptz(3),
    journal_id uuid,
    entry_seq bigint,
    note text check (char_length(note) between 1 and 500),
    idempotency_key text check (char_length(idempotency_key) between 8 and 120),
    fingerprint bytea check (octet_length(fingerprint) = 32),
    reserved_at timestamptz(3),
    created_at timestamptz(3) not null,
    created_by text not null,
    updated_at timestamptz(3) not null,
    primary key (merchant_id, id),
    constraint payout_external_reference unique (merchant_id, external_reference),
    constraint payout_idempotency_key unique (merchant_id, idempotency_key),
    foreign key (merchant_id, journal_id) references journal_entry (merchant_id, id),
    foreign key (merchant_id, bank_account_id) references merchant_bank_account (merchant_id, id),
    constraint payout_paid_is_whole check (
      (state in ('paid', 'reversed')) = (external_reference is not null)
      and (external_reference is null) = (paid_at is null) and (paid_at is null) = (journal_id is null)
      and (paid_at is null) = (entry_seq is null)),
    constraint payout_reserved_says_when check (state in ('paid', 'reversed') or reserved_at is not null),
    constraint payout_key_has_fingerprint check ((idempotency_key is null) = (fingerprint is null))
  )`,
  ...comments('payout', 'Transfers of available money from the service to the bank accounts of merchants.', {
    state:
      'reserved: blocked for the transfer. given_back: cancelled. reversed: the recorded transfer was reversed.',
    external_reference: 'The reference of the bank transfer. Null until the payout is paid.',
    bank_account_id: 'The version of the bank account that receives the money.',
    journal_id: 'The entry that recorded the transfer.',
    entry_seq: 'Sequence number of that entry, for the order of the list.',
    idempotency_key:
      'Key of the request that reserved the payout. Null when it was recorded without a reservation.',
    fingerprint: 'Digest of the request. A repeated idempotency key must have the same one.',
    created_by: 'The actor who created the payout.',
  }),
  // Index for the paged list of a merchant's payouts whose transfer is recorded.
  `create index payout_list on payout (merchant_id, paid_at desc, entry_seq desc) where state = 'paid'`,
  // Index for the paged list of a merchant's payouts in all states.
  'create index payout_list_ever on payout (merchant_id, created_at desc, id desc)',
  // Index for the paged list of the payouts of all merchants.
  'create index payout_list_all on payout (created_at desc, id desc)',
  // Finds the reserved payouts of a merchant.
  `create index payout_reserved on payout (merchant_id, reserved_at) where state = 'reserved'`,
  // Finds the payouts of a merchant by the time of the transfer, whatever their state is now.
  'create index payout_paid on payout (merchant_id, paid_at) where paid_at is not null',
  // Finds the payouts of all merchants by the time of the transfer.
  'create index payout_paid_all on payout (paid_at) where paid_at is not null',
  // Finds a payout of any merchant by its id.
  'create index payout_by_id on payout (id)',
  'grant select, insert, update on payout to pix_app',
]

const WRITE_OFF = [
  `create table debt_write_off (
    merchant_id uuid not null references merchant,
    id uuid not null,
    state text not null check (state in ('asked', 'written_off', 'refused')),
    amount_cents bigint not null check (amount_cents > 0),
    reason text not null check (char_length(reason) between 1 and 500),
    asked_at timestamptz(3) not null,
    asked_by text not null,
    decided_at timestamptz(3),
    decided_by text,
    note text check (char_length(note) between 1 and 500),
    journal_id uuid,
    primary key (merchant_id, id),
    foreign key (merchant_id, journal_id) references journal_entry (merchant_id, id),
    constraint debt_write_off_takes_two check (state <> 'written_off' or decided_by <> asked_by),
    constraint debt_write_off_is_whole check ((state = 'asked') = (decided_at is null)
      and (decided_at is null) = (decided_by is null) and (state = 'written_off') = (journal_id is not null)
      and (state = 'refused') = (note is not null))
  )`,
  ...comments(
    'debt_write_off',
    'Requests to write off the debt of a merchant, or a part of it. One person requests, and another one decides.',
    {
      asked_by:
        'The person who requested the write-off. The same person may withdraw it, but not approve it.',
      note: 'The reason for a refusal.',
      journal_id: 'The entry that wrote off the debt.',
    },
  ),
  // Makes sure that a merchant has at most one undecided request for a write-off.
  `create unique index debt_write_off_asked on debt_write_off (merchant_id) where state = 'asked'`,
  // Index for the paged list of the write-off requests of a merchant.
  'create index debt_write_off_list on debt_write_off (merchant_id, asked_at desc, id desc)',
  'grant select, insert, update on debt_write_off to pix_app',
]

/** The tables of reconciliation exceptions, payouts and write-offs. */
export const PAYOUT_TABLES = [...EXCEPTION, ...PAYOUT, ...WRITE_OFF]
