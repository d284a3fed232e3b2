/** Opens a merchant's book: its head (the one lock) and the chart of accounts, all at zero. Repeating it changes nothing. */
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

/** Takes the one lock of a merchant's book until the transaction ends. The application may not write the head itself. */
export const LOCK_LEDGER = `
create function lock_ledger(p_merchant uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from public.ledger_head where merchant_id = p_merchant for no key update;
  if not found then raise exception 'lock_ledger: merchant % has no ledger', p_merchant; end if;
end $$`

/**
 * Posts a batch of entries of one merchant: sequence, hash chain, balances, lines. Mechanics only; which entry to
 * post is decided by the caller. Entries whose dedupe_key stands already are answered with it and change nothing.
 *
 * \`p_entries\` is a list of \`{id, event_type, description, source_type, source_id, dedupe_key, reverses_id, economic_at,
 * actor, correlation_id, lines: [{code, debit, credit, charge_id, payment_id, case_id, payout_id}]}\`, amounts as texts.
 *
 * hash = sha256(prev_hash || version byte || every field as "<octets>:<text>", absent as "-"), times in microseconds
 * since 1970, lines in order.
 */
export const POST_ENTRIES = `
create function post_entries(p_merchant uuid, p_posted_at timestamptz, p_entries jsonb)
returns table (ordinal integer, journal_id uuid, entry_seq bigint, replayed boolean)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  v_seq bigint; v_hash bytea; v_prev bytea; v_posted timestamptz(3); v_economic timestamptz(3);
  v_entry jsonb; v_line jsonb; v_canon text; v_id uuid; v_old_id uuid; v_old_seq bigint;
  v_debits numeric; v_credits numeric; v_amount bigint; v_balance bigint; v_version bigint; v_position text;
  v_n integer := 0; v_line_no smallint; v_part text;
begin
  select last_seq, last_hash, greatest(last_posted_at, p_posted_at) into v_seq, v_hash, v_posted
    from public.ledger_head where merchant_id = p_merchant for no key update;
  if not found then raise exception 'post_entries: merchant % has no ledger', p_merchant; end if;

  for v_entry in select value from jsonb_array_elements(p_entries) loop
    v_n := v_n + 1;
    select e.id, e.seq into v_old_id, v_old_seq from public.journal_entry e
      where e.merchant_id = p_merchant and e.dedupe_key = v_entry->>'dedupe_key';
    if found then
      ordinal := v_n; journal_id := v_old_id; entry_seq := v_old_seq; replayed := true;
      return next;
      continue;
    end if;

    select sum((value->>'debit')::numeric), sum((value->>'credit')::numeric) into v_debits, v_credits
      from jsonb_array_elements(v_entry->'lines');
    if v_debits is distinct from v_credits or v_debits is null or v_debits <= 0 then
      raise exception 'post_entries: entry % is not balanced', v_entry->>'dedupe_key';
    end if;

    v_seq := v_seq + 1;
    v_prev := v_hash;
    v_id := (v_entry->>'id')::uuid;
    v_economic := least((v_entry->>'economic_at')::timestamptz, v_posted);
    v_canon := '';
    foreach v_part in array array[
      p_merchant::text, v_seq::text, v_id::text, v_entry->>'event_type', v_entry->>'description',
      v_entry->>'source_type', v_entry->>'source_id', v_entry->>'dedupe_key', v_entry->>'reverses_id',
      (extract(epoch from v_economic) * 1000000)::bigint::text, (extract(epoch from v_posted) * 1000000)::bigint::text,
      v_entry->>'actor', v_entry->>'correlation_id'] loop
      v_canon := v_canon || coalesce(octet_length(v_part)::text || ':' || v_part, '-');
    end loop;
    for v_line in select value from jsonb_array_elements(v_entry->'lines') loop
      foreach v_part in array array[
        v_line->>'code', v_line->>'debit', v_line->>'credit', v_line->>'charge_id', v_line->>'payment_id',
        v_line->>'case_id', v_line->>'payout_id'] loop
        v_canon := v_canon || coalesce(octet_length(v_part)::text || ':' || v_part, '-');
      end loop;
    end loop;
    v_hash := sha256(v_prev || '\\x01'::bytea || convert_to(v_canon, 'UTF8'));

    insert into public.journal_entry (merchant_id, id, seq, event_type, description, source_type, source_id, dedupe_key,
      reverses_id, economic_at, posted_at, debit_total_cents, credit_total_cents, prev_hash, hash, hash_version, actor,
      correlation_id)
    values (p_merchant, v_id, v_seq, v_entry->>'event_type', v_entry->>'description', v_entry->>'source_type',
      (v_entry->>'source_id')::uuid, v_entry->>'dedupe_key', (v_entry->>'reverses_id')::uuid, v_economic, v_posted,
      v_debits::bigint, v_credits::bigint, v_prev, v_hash, 1, v_entry->>'actor', v_entry->>'correlation_id');

    v_line_no := 0;
    for v_line in select value from jsonb_array_elements(v_entry->'lines') loop
      v_line_no := v_line_no + 1;
      v_amount := (v_line->>'credit')::bigint - (v_line->>'debit')::bigint;
      update public.ledger_account a set balance_cents = a.balance_cents + v_amount, version = a.version + 1
        where a.merchant_id = p_merchant and a.code = v_line->>'code'
        returning a.balance_cents, a.version, a.position into v_balance, v_version, v_position;
      if not found then raise exception 'post_entries: no account %', v_line->>'code'; end if;
      insert into public.journal_line (merchant_id, journal_id, line_no, entry_seq, account_code, position, debit_cents,
        credit_cents, amount_cents, balance_after_cents, account_version, economic_at, charge_id, payment_id, case_id,
        payout_id)
      values (p_merchant, v_id, v_line_no, v_seq, v_line->>'code', v_position, (v_line->>'debit')::bigint,
        (v_line->>'credit')::bigint, v_amount, v_balance, v_version, v_economic, (v_line->>'charge_id')::uuid,
        (v_line->>'payment_id')::uuid, (v_line->>'case_id')::uuid, (v_line->>'payout_id')::uuid);
    end loop;

    ordinal := v_n; journal_id := v_id; entry_seq := v_seq; replayed := false;
    return next;
  end loop;

  update public.ledger_head set last_seq = v_seq, last_hash = v_hash, last_posted_at = v_posted
    where merchant_id = p_merchant and last_seq <> v_seq;
end $$`
