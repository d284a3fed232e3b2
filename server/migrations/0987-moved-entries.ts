import { Migration } from '@mikro-orm/migrations'

/**
 * Changes the functions that list moved ledgers and their entries. A merchant that moves back to this cell now counts
 * as moved until the move ends. Until then, the functions list only the entries that had left the cell, because the
 * move may be aborted.
 */
export class ListMovedEntries extends Migration {
  override up(): void {
    this.addSql(LEDGERS)
    this.addSql(ENTRIES)
  }
}

const LEDGERS = `
create or replace function list_moved_ledgers() returns setof uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.merchant_id from public.merchant_move m where m.state <> 'copying';
$$`

const ENTRIES = `
create or replace function list_moved_entries(p_merchant uuid, p_after bigint, p_limit integer)
returns table (seq bigint, hash bytea)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select e.seq, e.hash from (
    (select j.seq, j.hash from public.journal_entry j
      where j.merchant_id = p_merchant and j.seq > p_after
        and exists (select from public.merchant_move m where m.merchant_id = p_merchant and m.state in ('frozen', 'left'))
      order by j.seq limit p_limit)
    union
    (select v.seq, v.hash from public.moved_entry v
      where v.merchant_id = p_merchant and v.seq > p_after order by v.seq limit p_limit)) e
  order by e.seq limit p_limit;
$$`
