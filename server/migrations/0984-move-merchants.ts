import { Migration } from '@mikro-orm/migrations'
import { LOCK_LEDGER, POST_ENTRIES } from './baseline/post-entries.ts'
import { comments, newExecutableByApplication } from './baseline/comments.ts'

/**
 * Adds the tables that record the moves of merchants to other cells, and makes the ledger's functions refuse a merchant
 * whose rows are hidden. The application's role can add rows to `moved_payment`, but it cannot write the other tables.
 * See decision 0984.
 */
export class MoveMerchants extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const MOVE = [
  `create table merchant_move (
    merchant_id uuid primary key,
    state text not null check (state in ('copying', 'frozen', 'left', 'gone', 'arriving')),
    cell_id text not null,
    attempt uuid not null,
    updated_at timestamptz(3) not null
  )`,
  ...comments('merchant_move', 'The merchants who move, or have moved, between this cell and another one.', {
    state:
      'copying: moves away, and works. frozen: moves away, and its rows are hidden. left: the other cell has it, and its rows are hidden. gone: its rows are deleted here. arriving: moves here, and its rows are hidden.',
    cell_id: 'The other cell.',
    attempt: 'The run of the command that works on the move. Another run has no effect.',
  }),
  'grant select on merchant_move to pix_app',
  `create table merchant_change (
    id bigint generated always as identity primary key,
    merchant_id uuid not null,
    table_name text not null,
    key jsonb not null
  )`,
  ...comments('merchant_change', 'The rows of a moving merchant that have changed and must be copied again.'),
  `create function log_merchant_change() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
  declare v_row jsonb;
  begin
    v_row := to_jsonb(case tg_op when 'DELETE' then old else new end);
    if tg_argv[1] = 'webhook_replay_item' and not exists (select from public.webhook_replay
      where id = (v_row ->> 'replay_id')::uuid and merchant_id = tg_argv[0]::uuid) then return null; end if;
    insert into public.merchant_change (merchant_id, table_name, key)
    select tg_argv[0]::uuid, tg_argv[1], jsonb_object_agg(name, v_row -> name)
    from unnest(string_to_array(tg_argv[2], ',')) name;
    return null;
  end $$`,
  `-- lint-ignore ban-revoke: The function is new, so no build uses the privilege.
  revoke all on function log_merchant_change() from public`,
]

const MOVED = [
  `create table moved_charge (
    charge_id uuid primary key,
    merchant_id uuid not null
  )`,
  ...comments('moved_charge', 'Charges that have left this cell. PSPs may still report their payments here.'),
  'create index moved_charge_merchant on moved_charge (merchant_id)',
  `create table moved_payment (
    end_to_end_id text primary key,
    merchant_id uuid not null
  )`,
  ...comments(
    'moved_payment',
    'Payments of merchants who have left this cell. PSPs may still report them here.',
  ),
  'create index moved_payment_merchant on moved_payment (merchant_id)',
  'grant select, insert on moved_payment to pix_app',
  `create table moved_entry (
    merchant_id uuid not null,
    seq bigint not null,
    hash bytea not null,
    primary key (merchant_id, seq)
  )`,
  ...comments(
    'moved_entry',
    'The hashes of journal entries that have left this cell. Earlier anchors of the cell cover them.',
  ),
]

/** SQL condition: the rows of the merchant in this cell are hidden, or were deleted after a move. */
const AWAY = `m.state <> 'copying'`
/** SQL expression: the cell to which messages of the merchant can be forwarded; null while the move is undecided. */
const CELL = `case when m.state in ('left', 'gone') then m.cell_id end`

const FUNCTIONS = [
  `create function find_moved_charges(p_ids uuid[]) returns table (charge_id uuid, merchant_id uuid, cell_id text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select given.id, m.merchant_id, ${CELL}
    from unnest(p_ids) given (id)
    cross join lateral (
      select c.merchant_id from public.charge c where c.id = given.id
      union select v.merchant_id from public.moved_charge v where v.charge_id = given.id) owner
    join public.merchant_move m on m.merchant_id = owner.merchant_id and ${AWAY};
  $$`,
  `create function find_moved_payments(p_ids text[])
  returns table (end_to_end_id text, merchant_id uuid, cell_id text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select given.id, m.merchant_id, ${CELL}
    from unnest(p_ids) given (id)
    cross join lateral (
      select p.merchant_id from public.payment p where p.end_to_end_id = given.id
      union select v.merchant_id from public.moved_payment v where v.end_to_end_id = given.id) owner
    join public.merchant_move m on m.merchant_id = owner.merchant_id and ${AWAY};
  $$`,
  `create function list_moved_ledgers() returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select m.merchant_id from public.merchant_move m where m.state in ('frozen', 'left', 'gone');
  $$`,
  `create function list_moved_entries(p_merchant uuid, p_after bigint, p_limit integer)
  returns table (seq bigint, hash bytea)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select e.seq, e.hash from (
      (select j.seq, j.hash from public.journal_entry j
        where j.merchant_id = p_merchant and j.seq > p_after order by j.seq limit p_limit)
      union
      (select v.seq, v.hash from public.moved_entry v
        where v.merchant_id = p_merchant and v.seq > p_after order by v.seq limit p_limit)) e
    order by e.seq limit p_limit;
  $$`,
]
const SIGNATURES = [
  'find_moved_charges(uuid[])',
  'find_moved_payments(text[])',
  'list_moved_ledgers()',
  'list_moved_entries(uuid, bigint, integer)',
]

/**
 * Refuses a merchant whose rows are hidden. The SQLSTATE is that of an unavailable lock, so that callers try again
 * later.
 */
const REFUSAL = `
  if exists (select from public.merchant_move m where m.merchant_id = p_merchant and ${AWAY}) then
    raise exception 'merchant % moves to another cell', p_merchant using errcode = 'lock_not_available';
  end if;`

/**
 * Returns the definition of a ledger function with REFUSAL added after the line `after`. At this line, the function has
 * locked the ledger's head.
 */
const refusing = (definition: string, after: string): string => {
  const replaced = definition
    .replace('create function', 'create or replace function')
    .replace(after, (found) => `${found}${REFUSAL}`)
  if (!replaced.includes(REFUSAL)) throw new Error(`BUG: the function has no line ${after}`)
  return replaced
}

const STATEMENTS = [
  ...MOVE,
  ...MOVED,
  ...FUNCTIONS,
  ...SIGNATURES.flatMap(newExecutableByApplication),
  refusing(
    LOCK_LEDGER,
    `if not found then raise exception 'lock_ledger: merchant % has no ledger', p_merchant; end if;`,
  ),
  refusing(
    POST_ENTRIES,
    `if not found then raise exception 'post_entries: merchant % has no ledger', p_merchant; end if;`,
  ),
  'alter table network_inbox add column forwarded_to text',
  `comment on column network_inbox.forwarded_to is 'The cell to which the row was forwarded, because its merchant has moved.'`,
  'alter table network_listing add column forwarded_to text',
  `comment on column network_listing.forwarded_to is 'The cell to which the row was forwarded, because its merchant has moved.'`,
  'alter table dispute_notice add column forwarded_to text',
  `comment on column dispute_notice.forwarded_to is 'The cell to which the row was forwarded, because its merchant has moved.'`,
  'alter table cell_merchant drop constraint cell_merchant_state_check',
  `alter table cell_merchant add constraint cell_merchant_state_check
    check (state in ('active', 'copying', 'moving')) not valid`,
  'alter table cell_merchant drop constraint cell_merchant_move',
  `alter table cell_merchant add constraint cell_merchant_move
    check ((state <> 'active') = (moving_to is not null)) not valid`,
  `comment on column cell_merchant.state is 'copying: the merchant works, and its rows are copied to another cell. moving: calls are refused for a moment.'`,
  'alter table audit_entry drop constraint audit_entry_merchant_id_fkey',
]
