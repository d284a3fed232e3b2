import { comments } from './comments.ts'

const INBOX = [
  `create table network_inbox (
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
  )`,
  ...comments(
    'network_inbox',
    'Payments and returns that the network reported, stored once until they are recorded.',
    {
      kind: 'pix: a payment. devolucao: a return.',
      dedupe_key: 'Identifies the payment or the return: a repeated report adds no row.',
      raw: 'The report as the network sent it.',
      source:
        'callback: pushed by the network. sweep: read from its lists. issuance: in the answer to an issuance.',
      state: 'parked: recording failed too often. An exception is opened, and staff decide.',
      next_attempt_at: 'When recording is tried next.',
    },
  ),
  // Finds the rows to record.
  `create index network_inbox_due on network_inbox (next_attempt_at) where state = 'waiting'`,
  // Finds the inbox rows that concern a charge.
  'create index network_inbox_txid on network_inbox (txid)',
  // Finds parked rows, to open exceptions for them.
  `create index network_inbox_parked on network_inbox (received_at) where state = 'parked'`,
  'grant select, insert, update, delete on network_inbox to pix_app',
]

const SWEEP = [
  `create table network_sweep (
    name text primary key,
    swept_until timestamptz(3) not null,
    finished_at timestamptz(3) not null
  )`,
  ...comments('network_sweep', 'How far each sweep of a list of the network has read.', {
    name: 'The list, for example the received payments.',
    swept_until: 'The next sweep continues from here, with an overlap.',
  }),
  'grant select, insert, update on network_sweep to pix_app',
]

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
  ...comments(
    'network_listing',
    'Payments in the list of the network (GET /pix), to compare with recorded payments.',
    {
      listed_at: 'When the service read the payment from the list.',
      state:
        'waiting: not compared yet. settled: equals the recorded payment. differs: an exception was opened.',
      next_attempt_at: 'When the comparison is tried next.',
    },
  ),
  // Finds the listed payments to compare.
  `create index network_listing_due on network_listing (next_attempt_at) where state = 'waiting'`,
  // Finds old settled rows to delete.
  `create index network_listing_settled on network_listing (listed_at) where state = 'settled'`,
  'grant select, insert, update, delete on network_listing to pix_app',
]

/** The inbox of reports from the Pix network, and the copy of its list of payments. */
export const NETWORK_TABLES = [...INBOX, ...SWEEP, ...LISTING]
