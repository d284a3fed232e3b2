import { comments } from './comments.ts'

const ENTRY = [
  `create table audit_entry (
    id uuid primary key,
    seq bigint generated always as identity unique,
    occurred_at timestamptz(3) not null,
    actor text not null,
    role text,
    action text not null check (action ~ '^[a-z_]+(\\.[a-z_]+)+$'),
    target_type text not null,
    target_id text,
    merchant_id uuid references merchant,
    reason text,
    before jsonb,
    after jsonb,
    ip text,
    user_agent text,
    correlation_id text not null
  )`,
  ...comments(
    'audit_entry',
    'The audit log: actions, and the actors who performed them. Entries are only added.',
    {
      seq: 'Order in which entries were written. audit_link has the order of commits.',
      role: 'The role of the person at that time.',
      action: 'The kind of row and the action, separated by a dot.',
      target_type: 'The kind of row that the action changed.',
      target_id: 'The row that the action changed.',
      merchant_id: 'The merchant that the action concerns. Null when it concerns none.',
      before: 'The changed values before the action.',
      after: 'The changed values after the action.',
      correlation_id: 'The request that performed the action.',
    },
  ),
  // Index for the paged list of the audit log, newest first.
  'create index audit_entry_by_time on audit_entry (occurred_at desc, seq desc)',
  // Index for the paged list of the entries of a merchant.
  `create index audit_entry_by_merchant on audit_entry (merchant_id, occurred_at desc, seq desc)
    where merchant_id is not null`,
  // Index for the paged list of the entries of an actor.
  'create index audit_entry_by_actor on audit_entry (actor, occurred_at desc, seq desc)',
  // Index for the paged list of the entries of a changed row.
  'create index audit_entry_by_target on audit_entry (target_id, occurred_at desc, seq desc)',
  // Index for the paged list of the entries of one action.
  'create index audit_entry_by_action on audit_entry (action, occurred_at desc, seq desc)',
  // Index for the paged list of the entries with a reason.
  'create index audit_entry_with_reason on audit_entry (occurred_at desc, seq desc) where reason is not null',
  'grant select, insert on audit_entry to pix_app',
]

const CHAIN = [
  `create table audit_head (
    only_row boolean primary key default true check (only_row),
    position bigint not null,
    hash bytea not null
  )`,
  ...comments('audit_head', 'The end of the audit hash chain. The table has one row.', {
    only_row: 'Always true: allows only one row.',
    position: 'Position of the last link. 0 before the first link.',
    hash: 'Hash of the last link.',
  }),
  `insert into audit_head (position, hash) values (0, '\\x00')`,
  `create table audit_link (
    position bigint primary key check (position > 0),
    entry_seq bigint not null references audit_entry (seq),
    prev_hash bytea not null,
    hash bytea not null check (octet_length(hash) = 32),
    hash_version smallint not null,
    constraint audit_link_entry unique (entry_seq)
  )`,
  ...comments('audit_link', 'The audit hash chain: one link for each entry. Only a trigger adds links.', {
    position: 'Order of commits, from 1.',
    prev_hash: 'Hash of the previous link.',
    hash: 'SHA-256 of prev_hash, the version of the format, and the content of the entry.',
    hash_version: 'Version of the hashed format.',
  }),
  'grant select on audit_head, audit_link to pix_app',
]

/**
 * Creates the function that returns the text of an audit entry to be hashed. Each field is written as its length in
 * bytes, a colon and its text, such as `3:cli`; a null field is written as `-`. Times are microseconds since 1970.
 */
const AUDIT_ENTRY_TEXT = `
create function audit_entry_text(p_entry audit_entry) returns text
language sql immutable set search_path = pg_catalog, public, pg_temp as $$
  select string_agg(case when part is null then '-' else octet_length(part) || ':' || part end, '' order by n)
  from unnest(array[
    p_entry.seq::text, p_entry.id::text, ((extract(epoch from p_entry.occurred_at) * 1000000)::bigint)::text,
    p_entry.actor, p_entry.role, p_entry.action, p_entry.target_type, p_entry.target_id, p_entry.merchant_id::text,
    p_entry.reason, p_entry.before::text, p_entry.after::text, p_entry.ip, p_entry.user_agent, p_entry.correlation_id
  ]) with ordinality parts (part, n)
$$`

/**
 * Appends the link of one audit entry to the hash chain. Locks the head of the chain until the transaction ends, so
 * concurrent transactions add their links one after the other.
 */
const LINK_AUDIT_ENTRY = `
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

/**
 * Links each new audit entry at commit, with the rights of the owner. The application's role can add entries, but it
 * cannot link them itself.
 */
const LINK_AUDIT_ENTRY_AT_COMMIT = `
create function link_audit_entry_at_commit() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform public.link_audit_entry(new);
  return null;
end $$`

/** The audit log and its hash chain. */
export const AUDIT_TABLES = [
  ...ENTRY,
  ...CHAIN,
  AUDIT_ENTRY_TEXT,
  LINK_AUDIT_ENTRY,
  'revoke execute on function link_audit_entry(audit_entry) from public',
  LINK_AUDIT_ENTRY_AT_COMMIT,
  `create constraint trigger audit_entry_link after insert on audit_entry
    deferrable initially deferred for each row execute function link_audit_entry_at_commit()`,
]
