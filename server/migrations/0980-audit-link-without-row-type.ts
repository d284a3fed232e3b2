import { Migration } from '@mikro-orm/migrations'

/**
 * Makes the trigger that links audit entries to the hash chain read the columns of the new row. The earlier trigger
 * passes the whole row to a function. If Citus keeps the table in shards, the rows of a shard have another type than
 * the table, so this function call fails. The hashes of the entries stay the same.
 */
export class AuditLinkWithoutRowType extends Migration {
  override up(): void {
    this.addSql(LINK_AT_COMMIT)
  }
}

const LINK_AT_COMMIT = `
create or replace function link_audit_entry_at_commit() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare v_position bigint; v_prev bytea; v_text text; v_hash bytea;
begin
  select position + 1, hash into v_position, v_prev from public.audit_head for no key update;
  select string_agg(case when part is null then '-' else octet_length(part) || ':' || part end, '' order by n)
    into v_text
  from unnest(array[
    new.seq::text, new.id::text, ((extract(epoch from new.occurred_at) * 1000000)::bigint)::text,
    new.actor, new.role, new.action, new.target_type, new.target_id, new.merchant_id::text,
    new.reason, new.before::text, new.after::text, new.ip, new.user_agent, new.correlation_id
  ]) with ordinality parts (part, n);
  v_hash := sha256(v_prev || '\\x01'::bytea || convert_to(v_text, 'UTF8'));
  insert into public.audit_link (position, entry_seq, prev_hash, hash, hash_version)
  values (v_position, new.seq, v_prev, v_hash, 1);
  update public.audit_head set position = v_position, hash = v_hash;
  return null;
end $$`
