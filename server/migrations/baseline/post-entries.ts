/** Creates the ledger of a merchant: the head row and the accounts, with zero balances. Does nothing if they exist. */
export const OPEN_LEDGER = `
create function open_ledger(p_merchant uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.ledger_head (merchant_id, last_seq, last_hash, last_posted_at)
  values (p_merchant, 0, '\\x00', '-infinity') on conflict do nothing;
  insert into public.ledger_account (merchant_id, code, class, position, balance_cents, version)
  select p_merchant, code, class, position, 0, 0 from (values
    ('pending', 'liability', 'pending'),
    ('available', 'liability', 'available'),
    ('contract_reserve', 'liability', 'contract_reserve'),
    ('case_hold', 'liability', 'case_hold'),
    ('case_hold_payer', 'liability', 'case_hold'),
    ('payout_reserved', 'liability', 'payout_reserved'),
    ('receivable', 'asset', 'receivable'),
    ('provider_clearing', 'asset', null),
    ('bank', 'asset', null),
    ('payer_returns', 'liability', null),
    ('fee_revenue', 'income', null),
    ('provider_cost', 'expense', null),
    ('loss', 'expense', null)) chart (code, class, position)
  on conflict do nothing;
$$`

/** Locks the ledger of a merchant until the transaction ends. The application's role cannot lock the row itself. */
export const LOCK_LEDGER = `
create function lock_ledger(p_merchant uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from public.ledger_head where merchant_id = p_merchant for no key update;
  if not found then raise exception 'lock_ledger: merchant % has no ledger', p_merchant; end if;
end $$`

/**
 * Formats one field of the hashed text: its length in bytes, a colon and its text, such as `4:bank`, or `-` for null.
 * The planner inlines this function.
 */
export const LEDGER_FIELD = `
create function ledger_field(p_text text) returns text
language sql immutable parallel safe
return coalesce(octet_length(p_text)::text || ':' || p_text, '-')`

/** The entries in the parameter `p_entries`, numbered from 1. */
const GIVEN = `
  rows from (jsonb_to_recordset(p_entries) as (id uuid, event_type text, description text, source_type text,
    source_id uuid, dedupe_key text, reverses_id uuid, economic_at timestamptz, actor text, correlation_id text,
    lines jsonb)) with ordinality as given (id, event_type, description, source_type, source_id, dedupe_key,
    reverses_id, economic_at, actor, correlation_id, lines, n)`

/** The lines of one entry in the parameter `p_entries`, numbered from 1. */
const GIVEN_LINES = `
  rows from (jsonb_to_recordset(given.lines) as (code text, debit bigint, credit bigint, charge_id uuid,
    payment_id uuid, case_id uuid, payout_id uuid)) with ordinality as line (code, debit, credit, charge_id,
    payment_id, case_id, payout_id, line_no)`

/**
 * Posts a batch of entries of one merchant: assigns sequence numbers, extends the hash chain, updates the balances
 * and stores the lines. For an entry whose `dedupe_key` exists, returns the existing entry and posts nothing.
 *
 * `p_entries` is a list of `{id, event_type, description, source_type, source_id, dedupe_key, reverses_id,
 * economic_at, actor, correlation_id, lines: [{code, debit, credit, charge_id, payment_id, case_id, payout_id}]}`.
 * Amounts are texts.
 *
 * The hash of an entry is the SHA-256 of the previous hash, a version byte and a text. The text contains the merchant,
 * the sequence number, the other fields of the entry, and then the fields of each line. `ledger_field` writes each
 * field as its length in bytes, a colon and its text. Times are microseconds since 1970.
 *
 * The loop computes the values that depend on the previous entry: sequence number and hash. One statement then stores
 * all entries. The JSON is read twice, which costs less than a temporary table. No line of the batch may give a
 * position the wrong sign, even if a later line would correct it.
 *
 * The lateral join probes the unique index once for each entry. A plain join might be planned as a scan of the whole
 * ledger.
 */
export const POST_ENTRIES = `
create function post_entries(p_merchant uuid, p_posted_at timestamptz, p_entries jsonb)
returns table (ordinal integer, journal_id uuid, entry_seq bigint, replayed boolean)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_seq bigint; v_hash bytea; v_posted timestamptz(3); v_given record;
  v_ids uuid[] := '{}'; v_seqs bigint[] := '{}'; v_prevs bytea[] := '{}'; v_hashes bytea[] := '{}';
  v_totals bigint[] := '{}'; v_unknown text; v_below text;
begin
  select last_seq, last_hash, greatest(last_posted_at, p_posted_at) into v_seq, v_hash, v_posted
    from public.ledger_head where merchant_id = p_merchant for no key update;
  if not found then raise exception 'post_entries: merchant % has no ledger', p_merchant; end if;

  for v_given in
    select given.n, given.id, given.dedupe_key, old.id as old_id, old.seq as old_seq, total.debits, total.credits,
      min(given.n) over (partition by given.dedupe_key) as first_n,
      ledger_field(given.id::text) || ledger_field(given.event_type) || ledger_field(given.description)
        || ledger_field(given.source_type) || ledger_field(given.source_id::text) || ledger_field(given.dedupe_key)
        || ledger_field(given.reverses_id::text)
        || ledger_field((extract(epoch from least(given.economic_at, v_posted)::timestamptz(3)) * 1000000)::bigint::text)
        || ledger_field((extract(epoch from v_posted) * 1000000)::bigint::text)
        || ledger_field(given.actor) || ledger_field(given.correlation_id) || total.canon as canon
    from ${GIVEN}
    left join lateral (
      select e.id, e.seq from public.journal_entry e
      where e.merchant_id = p_merchant and e.dedupe_key = given.dedupe_key limit 1) old on true
    cross join lateral (
      select sum(line.debit) as debits, sum(line.credit) as credits, string_agg(
        ledger_field(line.code) || ledger_field(line.debit::text) || ledger_field(line.credit::text)
          || ledger_field(line.charge_id::text) || ledger_field(line.payment_id::text)
          || ledger_field(line.case_id::text) || ledger_field(line.payout_id::text), '' order by line.line_no) as canon
      from ${GIVEN_LINES}) total
    order by given.n
  loop
    replayed := v_given.old_id is not null or v_given.first_n < v_given.n;
    if replayed then
      journal_id := coalesce(v_given.old_id, v_ids[v_given.first_n]);
      entry_seq := coalesce(v_given.old_seq, v_seqs[v_given.first_n]);
      v_prevs := array_append(v_prevs, null);
      v_hashes := array_append(v_hashes, null);
    else
      if v_given.debits is distinct from v_given.credits or v_given.debits is null or v_given.debits <= 0 then
        raise exception 'post_entries: entry % is not balanced', v_given.dedupe_key;
      end if;
      v_seq := v_seq + 1;
      v_prevs := array_append(v_prevs, v_hash);
      v_hash := sha256(v_hash || '\\x01'::bytea || convert_to(
        ledger_field(p_merchant::text) || ledger_field(v_seq::text) || v_given.canon, 'UTF8'));
      v_hashes := array_append(v_hashes, v_hash);
      journal_id := v_given.id;
      entry_seq := v_seq;
    end if;
    v_totals := array_append(v_totals, v_given.debits::bigint);
    v_ids := array_append(v_ids, journal_id);
    v_seqs := array_append(v_seqs, entry_seq);
    ordinal := v_given.n;
    return next;
  end loop;

  with given as materialized (
    select given.*, v_seqs[given.n] as seq, least(given.economic_at, v_posted) as happened_at from ${GIVEN}
    where v_hashes[given.n] is not null),
  account as materialized (
    select a.code, a.position, a.balance_cents, a.version from public.ledger_account a where a.merchant_id = p_merchant),
  placed as materialized (
    select given.id, given.seq, given.happened_at, line.*, line.credit - line.debit as amount,
      account.code as known_code, account.position,
      (account.balance_cents + sum(line.credit - line.debit) over moves)::bigint as balance_after,
      account.version + row_number() over moves as version
    from given cross join ${GIVEN_LINES}
    left join account on account.code = line.code
    window moves as (partition by line.code order by given.n, line.line_no rows unbounded preceding)),
  entered as (
    insert into public.journal_entry (merchant_id, id, seq, event_type, description, source_type, source_id, dedupe_key,
      reverses_id, economic_at, posted_at, debit_total_cents, credit_total_cents, prev_hash, hash, hash_version, actor,
      correlation_id)
    select p_merchant, id, seq, event_type, description, source_type, source_id, dedupe_key, reverses_id, happened_at,
      v_posted, v_totals[n], v_totals[n], v_prevs[n], v_hashes[n], 1, actor, correlation_id
    from given order by n),
  moved as (
    update public.ledger_account a set balance_cents = a.balance_cents + sum.amount, version = a.version + sum.lines
    from (select code, sum(amount)::bigint as amount, count(*) as lines from placed group by code) sum
    where a.merchant_id = p_merchant and a.code = sum.code),
  stored as (
    insert into public.journal_line (merchant_id, journal_id, line_no, entry_seq, account_code, position, debit_cents,
      credit_cents, amount_cents, balance_after_cents, account_version, economic_at, charge_id, payment_id, case_id,
      payout_id)
    select p_merchant, id, line_no, seq, code, position, debit, credit, amount, balance_after, version, happened_at,
      charge_id, payment_id, case_id, payout_id
    from placed where known_code is not null order by seq, line_no)
  select min(code) filter (where known_code is null),
    min(code) filter (where case position when 'receivable' then balance_after > 0 else balance_after < 0 end
      and position is not null)
    into v_unknown, v_below from placed;
  if v_unknown is not null then raise exception 'post_entries: no account %', v_unknown; end if;
  if v_below is not null then
    raise exception 'post_entries: % would break "ledger_account_sign"', v_below
      using errcode = 'check_violation', table = 'ledger_account', constraint = 'ledger_account_sign';
  end if;

  update public.ledger_head set last_seq = v_seq, last_hash = v_hash, last_posted_at = v_posted
    where merchant_id = p_merchant and last_seq <> v_seq;
end $$`
