import { Migration } from '@mikro-orm/migrations'
import { comments } from './baseline/comments.ts'

/**
 * Adds the tables of cells. A cell is a database with a part of the merchants; the directory names the cell of each
 * merchant. Every database has these tables, but only the database of the cell `main` has rows in the tables of the
 * directory. See decision 0960.
 */
export class AddCells extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const STATEMENTS = [
  `create table cell_identity (
    only_row boolean primary key default true check (only_row),
    cell_id text not null check (cell_id ~ '^[a-z][a-z0-9]{0,19}$'),
    created_at timestamptz(3) not null
  )`,
  ...comments('cell_identity', 'The cell of this database. Without a row, the service has only one cell.'),
  'grant select on cell_identity to pix_app',
  `create table cell (
    id text primary key check (id ~ '^[a-z][a-z0-9]{0,19}$'),
    state text not null check (state in ('open', 'closed')),
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null
  )`,
  ...comments('cell', 'The cells that may receive merchants.', {
    state: 'open: receives new merchants. closed: keeps only its merchants.',
  }),
  'grant select, insert, update on cell to pix_app',
  `insert into cell (id, state, created_at, updated_at) values ('main', 'open', 'epoch', 'epoch')`,
  `create table directory_head (
    only_row boolean primary key default true check (only_row),
    version bigint not null check (version >= 0)
  )`,
  ...comments(
    'directory_head',
    'The version of the directory. Each change locks the row, so versions become visible in order.',
  ),
  'grant select, update on directory_head to pix_app',
  'insert into directory_head (version) values (0)',
  `create table cell_merchant (
    merchant_id uuid primary key,
    cell_id text not null references cell (id),
    state text not null check (state in ('active', 'moving')),
    moving_to text references cell (id),
    creation_key text constraint cell_merchant_creation_key unique,
    version bigint not null,
    updated_at timestamptz(3) not null,
    constraint cell_merchant_move check ((state = 'moving') = (moving_to is not null))
  )`,
  ...comments('cell_merchant', 'The cell of each merchant. A merchant without a row is in the cell main.', {
    state: 'moving: calls are refused for a moment, while the merchant moves to another cell.',
    creation_key: 'The idempotency key of the creation of the merchant.',
    version: 'The version of the directory that changed the row.',
  }),
  'create index cell_merchant_version on cell_merchant (version)',
  'create index cell_merchant_cell on cell_merchant (cell_id)',
  'grant select, insert, update on cell_merchant to pix_app',
  `create table cell_api_key (
    hash bytea primary key check (length(hash) = 32),
    merchant_id uuid not null references cell_merchant (merchant_id),
    version bigint not null
  )`,
  ...comments(
    'cell_api_key',
    'The merchant of each API key, for the merchants that have a row in cell_merchant.',
    {
      hash: 'The SHA-256 of the key.',
      version: 'The version of the directory that added the row.',
    },
  ),
  'create index cell_api_key_version on cell_api_key (version)',
  'create index cell_api_key_merchant on cell_api_key (merchant_id)',
  'grant select, insert on cell_api_key to pix_app',
]
