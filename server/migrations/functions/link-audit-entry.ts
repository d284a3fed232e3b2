/**
 * What a line of the audit record says, as one text: every field as "<octets>:<text>", absent as "-", moments in
 * microseconds since 1970.
 */
export const AUDIT_ENTRY_TEXT = `
create function audit_entry_text(p_entry audit_entry) returns text
language sql immutable set search_path = pg_catalog, public, pg_temp as $$
  select string_agg(case when part is null then '-' else octet_length(part) || ':' || part end, '' order by n)
  from unnest(array[
    p_entry.seq::text, p_entry.id::text, ((extract(epoch from p_entry.occurred_at) * 1000000)::bigint)::text,
    p_entry.actor, p_entry.role, p_entry.action, p_entry.target_type, p_entry.target_id, p_entry.merchant_id::text,
    p_entry.reason, p_entry.before::text, p_entry.after::text, p_entry.ip, p_entry.user_agent, p_entry.correlation_id
  ]) with ordinality parts (part, n)
$$`

/** Links one line to the one linked before it. Whoever links waits for the head, so the links have one order. */
export const LINK_AUDIT_ENTRY = `
create function link_audit_entry(p_entry audit_entry) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare v_position bigint; v_prev bytea; v_hash bytea;
begin
  select position + 1, hash into v_position, v_prev from public.audit_head for no key update;
  v_hash := sha256(v_prev || '\\x01'::bytea || convert_to(public.audit_entry_text(p_entry), 'UTF8'));
  insert into public.audit_link (position, entry_seq, prev_hash, hash, hash_version)
  values (v_position, p_entry.seq, v_prev, v_hash, 1);
  update public.audit_head set position = v_position, hash = v_hash;
end $$`

/** Runs as the owner when a transaction commits: the application can add to the record, and never link by itself. */
export const LINK_AUDIT_ENTRY_AT_COMMIT = `
create function link_audit_entry_at_commit() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform public.link_audit_entry(new);
  return null;
end $$`
