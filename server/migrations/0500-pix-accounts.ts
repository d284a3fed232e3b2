import { Migration } from '@mikro-orm/migrations'
import { comments } from './baseline/comments.ts'

/**
 * Adds the tables of receiving accounts, of their secrets, and of the accounts that each merchant uses. Charges,
 * payments and the rows that the network reports get the column `pix_account_id`. Its constant default rewrites no
 * table. In tables that are written often, the column has no foreign key, because the check of a foreign key would lock
 * the row of the account for every new charge. See decision 0510.
 */
export class AddPixAccounts extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const ACCOUNT = [
  `create table pix_account (
    id text primary key check (id ~ '^[a-z][a-z0-9-]{0,29}$'),
    profile text not null,
    environment text not null check (environment in ('production', 'sandbox')),
    base_url text,
    token_url text,
    client_id text,
    pix_key text,
    cert_file text,
    key_file text,
    ca_file text,
    ca_pem text,
    charge_ceiling_cents bigint check (charge_ceiling_cents > 0),
    payout_ceiling_cents bigint check (payout_ceiling_cents > 0),
    state text not null check (state in ('active', 'draining', 'off')),
    version integer not null check (version > 0),
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    constraint pix_account_connection check (
      case id when 'default' then num_nonnulls(base_url, token_url, client_id, pix_key) = 0
      else num_nulls(base_url, token_url, client_id, pix_key) = 0 end),
    constraint pix_account_key_pair check ((cert_file is null) = (key_file is null))
  )`,
  ...comments('pix_account', 'The accounts at PSPs that receive payments.', {
    id: 'A short name. default is the account of the settings PIX_*, whose connection is not stored here.',
    profile: 'The dialect of the PSP.',
    pix_key: 'The Pix key (DICT) that receives the payments.',
    cert_file: 'The path of the client certificate, if it is a file and not a secret of the account.',
    ca_pem: 'The certificate authorities of the PSP, as PEM.',
    charge_ceiling_cents: 'The largest amount of a charge. Null: no limit.',
    payout_ceiling_cents: 'The largest amount of a payout. Null: no limit.',
    state: 'active: receives new charges. draining: keeps only its earlier charges. off: is not called.',
    version: 'Counts the changes of the connection and of the secrets. Processes reload a new version.',
  }),
  'grant select, insert, update on pix_account to pix_app',
  `insert into pix_account (id, profile, environment, state, version, created_at, updated_at)
    values ('default', 'standard', 'production', 'active', 1, 'epoch', 'epoch')`,
]

const SECRET = [
  `create table pix_account_secret (
    id uuid primary key,
    pix_account_id text not null references pix_account,
    kind text not null check (kind in ('client_secret', 'app_key', 'certificate', 'private_key', 'callback_secret')),
    version integer not null check (version > 0),
    box bytea not null,
    key_id text not null,
    created_at timestamptz(3) not null,
    created_by text not null,
    unique (pix_account_id, kind, version)
  )`,
  ...comments('pix_account_secret', 'The encrypted secrets of the accounts. A new secret is a new row.', {
    version: 'The version of the account that introduced the secret. The highest version is in use.',
    box: 'The encrypted secret.',
    key_id: 'The encryption key of the box.',
  }),
  'grant select, insert, update, delete on pix_account_secret to pix_app',
]

const LIST = [
  `create table merchant_pix_account (
    merchant_id uuid not null references merchant,
    position smallint not null check (position between 1 and 10),
    pix_account_id text not null references pix_account,
    primary key (merchant_id, position),
    constraint merchant_pix_account_once unique (merchant_id, pix_account_id)
  )`,
  ...comments(
    'merchant_pix_account',
    'The accounts of each merchant, in order. A merchant without rows uses the account default.',
    { position: 'A new charge uses the first account that accepts it.' },
  ),
  'grant select, insert, delete on merchant_pix_account to pix_app',
]

const OPEN_CLEARING = [
  `create function open_clearing(p_merchant uuid, p_account text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.ledger_account (merchant_id, code, class, position, balance_cents, version)
  select p_merchant, 'provider_clearing:' || a.id, 'asset', null, 0, 0
  from public.pix_account a where a.id = p_account and a.id <> 'default'
  on conflict do nothing;
$$`,
  `-- lint-ignore ban-revoke: The function is new, so no build uses the privilege.
  revoke all on function open_clearing(uuid, text) from public`,
  'grant execute on function open_clearing(uuid, text) to pix_app',
]

const accountOf = (table: string, meaning: string): string[] => [
  `alter table ${table} add column pix_account_id text not null default 'default'`,
  `comment on column ${table}.pix_account_id is '${meaning}'`,
]

const STATEMENTS = [
  ...ACCOUNT,
  ...SECRET,
  ...LIST,
  ...OPEN_CLEARING,
  ...accountOf('charge', 'The account at which the charge was, or may have been, created.'),
  ...accountOf('payment', 'The account that received the payment.'),
  ...accountOf('network_inbox', 'The account whose PSP reported the row.'),
  ...accountOf('network_listing', 'The account whose list contains the payment.'),
]
