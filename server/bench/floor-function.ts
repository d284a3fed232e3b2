/**
 * The least that one payment of a charge needs, with the same rows and the same promises: inbox, journal entry of three
 * lines with its place in the chain, balances, payment, charge, event. Lives in the bench's database only.
 */
export const BENCH_POST_PAYMENT = `
create or replace function bench_post_payment(p_merchant uuid, p_charge uuid, p_amount bigint, p_ids uuid[],
  p_now timestamptz, p_event text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_seq bigint; v_hash bytea; v_prev bytea; v_fee bigint := (p_amount * 200 + 5000) / 10000; v_e2e text;
  v_posted timestamptz(3);
begin
  v_e2e := 'F' || right(replace(p_charge::text, '-', ''), 31);
  insert into network_inbox (id, kind, dedupe_key, end_to_end_id, txid, amount_cents, paid_at, raw, source, state,
    attempts, next_attempt_at, received_at, done_at)
  values (p_ids[1], 'pix', v_e2e, v_e2e, replace(p_charge::text, '-', ''), p_amount, p_now,
    jsonb_build_object('endToEndId', v_e2e, 'valor', p_amount), 'callback', 'done', 1, p_now, p_now, p_now);
  select last_seq + 1, last_hash, greatest(last_posted_at, p_now) into v_seq, v_prev, v_posted
    from ledger_head where merchant_id = p_merchant for no key update;
  v_hash := sha256(v_prev || convert_to(concat_ws('|', p_merchant, v_seq, p_ids[2], 'charge.paid', p_charge, v_e2e,
    p_now, v_posted, p_amount, v_fee), 'UTF8'));
  insert into journal_entry (merchant_id, id, seq, event_type, description, source_type, source_id, dedupe_key,
    economic_at, posted_at, debit_total_cents, credit_total_cents, prev_hash, hash, hash_version, actor, correlation_id)
  values (p_merchant, p_ids[2], v_seq, 'charge.paid', 'Venda Pix paga', 'charge', p_charge, 'charge.paid:' || v_e2e,
    least(p_now, v_posted), v_posted, p_amount, p_amount, v_prev, v_hash, 1, 'job:inbox', p_ids[1]::text);
  with given (line_no, code, debit, credit) as (values
      (1, 'pending', 0, p_amount - v_fee), (2, 'provider_clearing', p_amount, 0), (3, 'fee_revenue', 0, v_fee)),
    moved as (
      update ledger_account a set balance_cents = a.balance_cents + g.credit - g.debit, version = a.version + 1
      from given g where a.merchant_id = p_merchant and a.code = g.code
      returning g.line_no, g.code, g.debit, g.credit, a.balance_cents, a.version, a.position)
  insert into journal_line (merchant_id, journal_id, line_no, entry_seq, account_code, position, debit_cents,
    credit_cents, amount_cents, balance_after_cents, account_version, economic_at, charge_id, payment_id)
  select p_merchant, p_ids[2], line_no, v_seq, code, position, debit, credit, credit - debit, balance_cents, version,
    least(p_now, v_posted), p_charge, p_ids[3] from moved;
  update ledger_head set last_seq = v_seq, last_hash = v_hash, last_posted_at = v_posted
    where merchant_id = p_merchant;
  insert into payment (merchant_id, id, charge_id, end_to_end_id, txid, amount_cents, classification, journal_id,
    paid_at, recorded_at)
  values (p_merchant, p_ids[3], p_charge, v_e2e, replace(p_charge::text, '-', ''), p_amount, 'primary', p_ids[2],
    p_now, p_now);
  update charge set status = 'paid', fee_cents = v_fee, net_cents = p_amount - v_fee, reserve_cents = 0,
    pending_left_cents = p_amount - v_fee, fee_left_cents = v_fee, paid_at = p_now, end_to_end_id = v_e2e,
    payments_count = 1, updated_at = p_now where merchant_id = p_merchant and id = p_charge and status = 'pending';
  insert into webhook_event (id, merchant_id, environment, type, version, body, source_type, source_id, charge_id,
    created_at)
  values (p_event, p_merchant, 'production', 'charge.paid', '1', json_build_object('id', p_event, 'type',
    'charge.paid', 'data', json_build_object('charge_id', p_charge, 'amount_cents', p_amount, 'fee_cents', v_fee,
    'end_to_end_id', v_e2e, 'paid_at', p_now)), 'charge', p_charge, p_charge, p_now);
end $$`
