import { Migration } from '@mikro-orm/migrations'
import { newExecutableByApplication } from './baseline/comments.ts'

/** Adds a function that locks the ledgers of several merchants without waiting. See decision 0944. */
export class TryLockLedgers extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

/**
 * Skips a merchant whose rows are hidden, as `lock_ledger` refuses such a merchant. The second statement has a newer
 * snapshot than the first one, so it sees a move that was committed before the lock was taken.
 */
const TRY_LOCK_LEDGERS = `
create function try_lock_ledgers(p_merchants uuid[]) returns setof uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_locked uuid[];
begin
  v_locked := array(
    select h.merchant_id from public.ledger_head h where h.merchant_id = any(p_merchants)
    order by h.merchant_id for no key update skip locked);
  return query select locked.id from unnest(v_locked) locked (id)
    where not exists (select from public.merchant_move m where m.merchant_id = locked.id and m.state <> 'copying');
end $$`

const STATEMENTS = [
  TRY_LOCK_LEDGERS,
  `comment on function try_lock_ledgers(uuid[]) is 'Locks the ledgers that no other transaction has locked, until the transaction ends. Returns their merchants.'`,
  ...newExecutableByApplication('try_lock_ledgers(uuid[])'),
]
