import { Migration } from '@mikro-orm/migrations'
import { newExecutableByApplication } from './baseline/comments.ts'

/**
 * Lets every process end the freeze of a merchant whose move does not continue. During a freeze, the rows of the
 * merchant are hidden and its calls are refused. See decision 0984.
 */
export class EndFreezes extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const COLUMNS = [
  'alter table cell_merchant add column freeze_version bigint',
  `comment on column cell_merchant.freeze_version is 'The version of the directory with which the last freeze of the merchant began. It identifies the freeze.'`,
  'alter table cell_merchant add column frozen_until timestamptz(3)',
  `comment on column cell_merchant.frozen_until is 'When the freeze ends by the clock of this database. From then on, any process ends it. Null without a freeze.'`,
  'alter table merchant_move add column freeze_version bigint',
  `comment on column merchant_move.freeze_version is 'The freeze that hid the rows, or that will show them in the target.'`,
  'alter table merchant_move add column ended_version bigint',
  `comment on column merchant_move.ended_version is 'The last freeze that ended without a switch. It and earlier ones can no longer hide the rows.'`,
]

const FUNCTIONS = [
  `create function thaw_merchant(p_merchant uuid, p_freeze bigint) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
  begin
    update public.merchant_move
      set state = case when freeze_version is not distinct from p_freeze then 'copying' else state end,
        ended_version = greatest(ended_version, p_freeze), updated_at = now()
      where merchant_id = p_merchant and state in ('copying', 'frozen');
    return not exists (select from public.merchant_move where merchant_id = p_merchant and state <> 'copying');
  end $$`,
  `comment on function thaw_merchant(uuid, bigint) is 'Shows the rows of a merchant in the source after a freeze without a switch. Returns whether the rows are visible.'`,
  `create function leave_merchant(p_merchant uuid, p_freeze bigint) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    update public.merchant_move set state = 'left', updated_at = now()
      where merchant_id = p_merchant and state = 'frozen' and freeze_version is not distinct from p_freeze;
  $$`,
  `comment on function leave_merchant(uuid, bigint) is 'Lets the source forward the messages of a merchant after the switch.'`,
  `create function show_merchant(p_merchant uuid, p_freeze bigint) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
  begin
    delete from public.merchant_move
      where merchant_id = p_merchant and state = 'arriving' and freeze_version is not distinct from p_freeze;
    return not exists (select from public.merchant_move where merchant_id = p_merchant and state <> 'copying');
  end $$`,
  `comment on function show_merchant(uuid, bigint) is 'Shows the rows of a merchant in the target after the switch. Returns whether the rows are visible.'`,
]

/** SQL expression: the cell to which messages of the merchant can be forwarded; null while the move is undecided. */
const CELL = `case when m.state in ('left', 'gone') then m.cell_id end`

/**
 * `find_moved_charges` and `find_moved_payments` also return rows that are visible again after a freeze. A caller asks
 * only for rows that it did not find. If a row has become visible meanwhile, the caller must search again instead of
 * treating the row as unknown.
 */
const FIND_MOVED = [
  `create or replace function find_moved_charges(p_ids uuid[])
  returns table (charge_id uuid, merchant_id uuid, cell_id text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select given.id, owner.merchant_id, ${CELL}
    from unnest(p_ids) given (id)
    cross join lateral (
      select c.merchant_id from public.charge c where c.id = given.id
      union select v.merchant_id from public.moved_charge v where v.charge_id = given.id) owner
    left join public.merchant_move m on m.merchant_id = owner.merchant_id;
  $$`,
  `create or replace function find_moved_payments(p_ids text[])
  returns table (end_to_end_id text, merchant_id uuid, cell_id text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select given.id, owner.merchant_id, ${CELL}
    from unnest(p_ids) given (id)
    cross join lateral (
      select p.merchant_id from public.payment p where p.end_to_end_id = given.id
      union select v.merchant_id from public.moved_payment v where v.end_to_end_id = given.id) owner
    left join public.merchant_move m on m.merchant_id = owner.merchant_id;
  $$`,
]

const SIGNATURES = [
  'thaw_merchant(uuid, bigint)',
  'leave_merchant(uuid, bigint)',
  'show_merchant(uuid, bigint)',
]

const STATEMENTS = [
  ...COLUMNS,
  ...FUNCTIONS,
  ...SIGNATURES.flatMap(newExecutableByApplication),
  ...FIND_MOVED,
]
