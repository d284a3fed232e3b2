import { comments } from './comments.ts'

const MERCHANT = [
  `create table merchant (
    id uuid primary key,
    name text not null check (char_length(name) between 1 and 200),
    document text not null check (document ~ '^[0-9A-Z]{11,14}$'),
    environment text not null check (environment in ('production', 'sandbox')),
    pix_enabled boolean not null,
    fee_percent_bps integer not null check (fee_percent_bps between 0 and 10000),
    fee_fixed_cents bigint not null check (fee_fixed_cents >= 0),
    reserve_bps integer not null check (reserve_bps between 0 and 10000),
    reserve_days integer not null check (reserve_days between 0 and 3650),
    settlement_delay_days integer not null check (settlement_delay_days between 0 and 365),
    refund_fee_policy text not null check (refund_fee_policy in ('prorata', 'keep')),
    dispute_policy text not null default 'service_advances'
      check (dispute_policy in ('service_advances', 'return_what_exists')),
    amount_ceiling_cents bigint check (amount_ceiling_cents > 0),
    write_rate integer not null check (write_rate > 0),
    read_rate integer not null check (read_rate > 0),
    search_rate integer not null check (search_rate > 0),
    payouts_by_service boolean not null,
    payouts_suspended boolean not null,
    bank_account_id uuid,
    bank_account_removed_at timestamptz(3),
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    constraint merchant_bank_account_or_none check (bank_account_id is null or bank_account_removed_at is null)
  )`,
  ...comments(
    'merchant',
    'The business that owns charges: gateway_id in the merchant API. Its columns are the current terms; a new charge copies them.',
    {
      document: 'CPF or CNPJ without punctuation. A CNPJ may contain capital letters.',
      fee_percent_bps: 'Percentage fee of a paid charge, in basis points.',
      fee_fixed_cents: 'Fixed fee of a paid charge, in cents.',
      reserve_bps: 'Share of the net amount that is kept as contract reserve, in basis points.',
      reserve_days: 'Days after the payment until the contract reserve is released.',
      settlement_delay_days: 'Days after the payment until pending money becomes available.',
      refund_fee_policy: 'prorata: a refund returns its share of the fee. keep: the fee is not returned.',
      dispute_policy:
        'Applies to a lost dispute that holds too little. service_advances: the service pays the rest. return_what_exists: only the held amount is returned.',
      amount_ceiling_cents:
        'Largest amount of one charge, in cents. A larger charge fails. Null: no ceiling.',
      write_rate: 'Write requests per second, on average.',
      read_rate: 'Read requests per second, on average.',
      search_rate: 'Searches per second, on average.',
      payouts_by_service: 'Contract term: whether the service transfers the available money to the merchant.',
      payouts_suspended: 'Set by staff. While true, a payout is refused unless it is forced with a reason.',
      bank_account_id: 'The current version in merchant_bank_account.',
      bank_account_removed_at: 'When the last bank account was removed. Null while there is one.',
    },
  ),
  'grant select, insert, update on merchant to pix_app',
]

const TERMS = [
  `create table merchant_terms (
    merchant_id uuid not null references merchant,
    version integer not null check (version > 0),
    terms jsonb not null,
    valid_from timestamptz(3) not null,
    changed_by text not null,
    correlation_id text,
    primary key (merchant_id, version)
  )`,
  ...comments(
    'merchant_terms',
    'The history of the terms of each merchant. Each change adds a complete version.',
    {
      terms: 'All terms of this version, with the field names of the GraphQL API. Amounts are texts.',
      changed_by: 'The actor who changed the terms.',
      correlation_id: 'The request that changed the terms. Null for versions that a migration created.',
    },
  ),
  'grant select, insert on merchant_terms to pix_app',
]

const BANK_ACCOUNT = [
  `create table merchant_bank_account (
    merchant_id uuid not null references merchant,
    id uuid not null,
    shown jsonb not null,
    box bytea not null,
    key_id text not null,
    created_at timestamptz(3) not null,
    created_by text not null,
    primary key (merchant_id, id)
  )`,
  ...comments(
    'merchant_bank_account',
    'Versions of the bank account that receives payouts. Only the encryption of a version changes, when keys are rotated.',
    {
      shown: 'The masked form for display.',
      box: 'The encrypted bank account.',
      key_id: 'The encryption key of box.',
      created_by: 'The actor who set the bank account.',
    },
  ),
  'grant select, insert on merchant_bank_account to pix_app',
  // A rotation of the encryption keys encrypts the bank account again, so it updates these columns. The other columns
  // never change.
  'grant update (box, key_id) on merchant_bank_account to pix_app',
  `alter table merchant
    add foreign key (id, bank_account_id) references merchant_bank_account (merchant_id, id)`,
]

const API_KEY = [
  `create table api_key (
    id uuid primary key,
    merchant_id uuid not null references merchant,
    environment text not null check (environment in ('production', 'sandbox')),
    name text not null check (char_length(name) between 1 and 120),
    prefix text not null,
    hash bytea not null check (octet_length(hash) = 32),
    scopes text[] not null check (cardinality(scopes) > 0),
    expires_at timestamptz(3),
    revoked_at timestamptz(3),
    last_used_at timestamptz(3),
    created_at timestamptz(3) not null,
    created_by text not null,
    constraint api_key_hash unique (hash),
    constraint api_key_prefix unique (prefix)
  )`,
  ...comments(
    'api_key',
    'API keys of the systems of merchants. A revoked or expired key stays as a record.',
    {
      prefix: 'The first characters of the key, for display.',
      hash: 'SHA-256 of the key. The key itself is not stored.',
      scopes: 'The permissions of the key.',
      created_by: 'The actor who created the key.',
    },
  ),
  // Lists the keys of a merchant, newest first.
  'create index api_key_by_merchant on api_key (merchant_id, created_at desc, id desc)',
  'grant select, insert, update on api_key to pix_app',
]

/** Merchants, their terms, bank accounts and API keys. */
export const MERCHANT_TABLES = [...MERCHANT, ...TERMS, ...BANK_ACCOUNT, ...API_KEY]
