import { comments, executableByApplication } from './comments.ts'
import { LEDGER_FIELD, LOCK_LEDGER, OPEN_LEDGER, POST_ENTRIES } from './post-entries.ts'

const HEAD = [
  `create table ledger_head (
    merchant_id uuid primary key references merchant,
    last_seq bigint not null check (last_seq >= 0),
    last_hash bytea not null,
    last_posted_at timestamptz(3) not null
  )`,
  ...comments('ledger_head', 'The last entry of the ledger of each merchant. Every posting locks this row.', {
    last_seq: 'Sequence number of the last entry. 0 before the first entry.',
    last_hash: 'Hash of the last entry: the next entry continues the chain from it.',
    last_posted_at: 'Posting time of the last entry. Posting times never decrease.',
  }),
]

const ACCOUNT = [
  `create table ledger_account (
    merchant_id uuid not null references ledger_head,
    code text not null,
    class text not null check (class in ('asset', 'liability', 'income', 'expense')),
    position text check (position in
      ('pending', 'available', 'contract_reserve', 'case_hold', 'payout_reserved', 'receivable')),
    balance_cents bigint not null,
    version bigint not null check (version >= 0),
    primary key (merchant_id, code),
    constraint ledger_account_sign check (
      position is null or case position when 'receivable' then balance_cents <= 0 else balance_cents >= 0 end)
  )`,
  ...comments('ledger_account', 'The accounts of the ledger of each merchant, with their balances.', {
    position: 'The position of the merchant that the account belongs to. Null for an internal account.',
    balance_cents:
      'Credits minus debits, in cents. All accounts of a merchant add up to zero. A debt of the merchant is negative.',
    version: 'Number of lines posted to the account.',
  }),
]

const ENTRY = [
  `create table journal_entry (
    merchant_id uuid not null references ledger_head,
    id uuid not null,
    seq bigint not null check (seq > 0),
    event_type text not null,
    description text not null,
    source_type text not null,
    source_id uuid not null,
    dedupe_key text not null,
    reverses_id uuid,
    economic_at timestamptz(3) not null,
    posted_at timestamptz(3) not null,
    debit_total_cents bigint not null,
    credit_total_cents bigint not null,
    prev_hash bytea not null,
    hash bytea not null,
    hash_version smallint not null,
    actor text not null,
    correlation_id text not null,
    primary key (merchant_id, id),
    unique (merchant_id, seq),
    unique (merchant_id, dedupe_key),
    foreign key (merchant_id, reverses_id) references journal_entry (merchant_id, id),
    check (debit_total_cents = credit_total_cents and debit_total_cents > 0),
    check (economic_at <= posted_at)
  )`,
  ...comments(
    'journal_entry',
    'Journal entries. Only the function post_entries adds them, and nothing changes them.',
    {
      seq: 'Position in the ledger of the merchant, without gaps.',
      event_type: 'The business event that the entry records.',
      source_type: 'The kind of row that caused the entry.',
      source_id: 'The row that caused the entry.',
      dedupe_key: 'Identifies the posting: posting it again returns the first entry.',
      reverses_id: 'The entry that this entry reverses.',
      economic_at: 'When the event happened.',
      posted_at: 'When the entry was posted. At least the posting time of the previous entry.',
      prev_hash: 'Hash of the previous entry of the merchant.',
      hash: 'SHA-256 of prev_hash, the version of the format, and the content of the entry and its lines.',
      hash_version: 'Version of the hashed format.',
      actor: 'The actor who caused the entry.',
      correlation_id: 'The request or job run that posted the entry.',
    },
  ),
  // Makes sure that an entry is reversed at most once. The index is partial, so that the planner does not prefer it to
  // the primary key.
  `create unique index journal_entry_merchant_id_reverses_id_key
    on journal_entry (merchant_id, reverses_id) where reverses_id is not null`,
  // Finds the last entry of a merchant before a moment. The cast to text is deliberate. Without it, the planner could
  // choose this index for look-ups by primary key.
  'create index journal_entry_by_time on journal_entry ((merchant_id::text), posted_at, seq)',
]

const LINE = [
  `create table journal_line (
    merchant_id uuid not null,
    journal_id uuid not null,
    line_no smallint not null check (line_no > 0),
    entry_seq bigint not null,
    account_code text not null,
    position text,
    debit_cents bigint not null check (debit_cents >= 0),
    credit_cents bigint not null check (credit_cents >= 0),
    amount_cents bigint not null check (amount_cents = credit_cents - debit_cents),
    balance_after_cents bigint not null,
    account_version bigint not null,
    economic_at timestamptz(3) not null,
    charge_id uuid,
    payment_id uuid,
    case_id uuid,
    payout_id uuid,
    primary key (merchant_id, journal_id, line_no),
    unique (merchant_id, account_code, account_version),
    foreign key (merchant_id, journal_id) references journal_entry (merchant_id, id),
    foreign key (merchant_id, account_code) references ledger_account (merchant_id, code),
    constraint journal_line_one_side check ((debit_cents = 0) <> (credit_cents = 0))
  )`,
  ...comments(
    'journal_line',
    'Lines of journal entries. Lines with a position are the statement of the merchant.',
    {
      entry_seq: 'Copy of journal_entry.seq.',
      position:
        'Copy of ledger_account.position. Null for an internal line, which the merchant does not see.',
      amount_cents: 'Credit minus debit, in cents.',
      balance_after_cents: 'Balance of the account after this line.',
      account_version: 'Version of the account after this line. Unique, so a lost update is rejected.',
      economic_at: 'Copy of journal_entry.economic_at.',
    },
  ),
  // Index for the paged list of the statement of a merchant, newest first.
  `create index journal_line_statement
    on journal_line (merchant_id, economic_at desc, entry_seq desc, line_no desc) where position is not null`,
  // Finds the lines of a charge.
  'create index journal_line_charge on journal_line (merchant_id, charge_id, entry_seq) where charge_id is not null',
  // Finds the last line of an account before an entry, for positions in the past.
  `create index journal_line_by_account on journal_line (merchant_id, account_code, entry_seq, account_version)
    where position is not null`,
  // Finds the lines of a payout.
  `create index journal_line_by_payout on journal_line (merchant_id, payout_id, entry_seq)
    where payout_id is not null`,
]

const VERDICT = [
  `create table ledger_verdict (
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
  )`,
  ...comments('ledger_verdict', 'Results of the verification of the whole ledger.', {
    sound: 'Whether the verification found no fault.',
    findings: 'The first faults found. findings_count counts all of them.',
    requested_by: 'The actor who started the verification.',
  }),
  // Finds the latest result of the ledger verification.
  'create index ledger_verdict_latest on ledger_verdict (finished_at desc)',
  'grant select, insert on ledger_verdict to pix_app',
]

/**
 * The ledger. The application's role may read it and execute three functions. It has no other rights, so a fault of the
 * application cannot change a posted entry.
 */
export const LEDGER_TABLES = [
  ...HEAD,
  ...ACCOUNT,
  ...ENTRY,
  ...LINE,
  'grant select on ledger_head, ledger_account, journal_entry, journal_line to pix_app',
  OPEN_LEDGER,
  ...executableByApplication('open_ledger(uuid)'),
  LOCK_LEDGER,
  ...executableByApplication('lock_ledger(uuid)'),
  LEDGER_FIELD,
  'revoke all on function ledger_field(text) from public',
  POST_ENTRIES,
  ...executableByApplication('post_entries(uuid, timestamptz, jsonb)'),
  ...VERDICT,
]
