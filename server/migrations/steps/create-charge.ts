import { isAway, REFUSE } from './away.ts'

/**
 * Inserts a charge, as described at `insertCharge`. The first statement reads the terms of the merchant and the first of
 * its accounts that is active and accepts the amount. A merchant without accounts of its own uses the account `default`.
 */
export const CREATE_CHARGE = `
create function create_charge(p_merchant uuid, p_id uuid, p_order_reference text, p_amount_cents bigint,
  p_description text, p_status text, p_failure_code text, p_expires_in_seconds integer, p_expires_at timestamptz,
  p_payer_name text, p_payer_name_search text, p_payer_document_box bytea, p_payer_document_key_id text,
  p_payer_document_hash bytea, p_metadata jsonb, p_idempotency_key text, p_fingerprint bytea,
  p_issuing_until timestamptz, p_now timestamptz, p_words text[], p_rests text[], p_correlation_id uuid,
  p_created_by_key_id uuid, p_avoided text[])
returns table (merchant_name text, pix_account_id text)
language plpgsql as $$
#variable_conflict use_column
declare
  v_terms record;
begin
  select m.name, m.environment, m.fee_percent_bps, m.fee_fixed_cents, m.reserve_bps, m.reserve_days,
      m.settlement_delay_days, m.refund_fee_policy, m.dispute_policy, a.id as account_id,
      ${isAway('= p_merchant')} as is_away
    into v_terms
    from public.merchant m
    left join public.merchant_pix_account l on l.merchant_id = m.id
    left join public.pix_account a on a.id = coalesce(l.pix_account_id, 'default') and a.state = 'active'
      and coalesce(a.charge_ceiling_cents >= p_amount_cents, true)
    where m.id = p_merchant and m.pix_enabled
      and (p_failure_code is not null or m.amount_ceiling_cents is null or m.amount_ceiling_cents >= p_amount_cents)
    order by a.id is null, a.id = any (p_avoided), l.position limit 1;
  if v_terms.is_away then ${REFUSE} end if;
  if v_terms.name is null or (v_terms.account_id is null and p_failure_code is null) then return; end if;
  merchant_name := v_terms.name;
  pix_account_id := coalesce(v_terms.account_id, 'default');

  insert into public.charge (merchant_id, id, environment, order_reference, amount_cents, description, status,
    failure_code, fee_percent_bps, fee_fixed_cents, reserve_bps, reserve_days, settlement_delay_days,
    refund_fee_policy, dispute_policy, expires_in_seconds, expires_at, payer_name, payer_name_search,
    payer_document_box, payer_document_key_id, payer_document_hash, metadata, idempotency_key, fingerprint,
    issuing_until, next_check_at, created_at, updated_at, refunded_cents, refunding_cents, pending_left_cents,
    reserve_left_cents, fee_left_cents, late_payment, is_simulated, payments_count, checks_count, correlation_id,
    created_by_key_id, pix_account_id)
  values (p_merchant, p_id, v_terms.environment, p_order_reference, p_amount_cents, p_description, p_status,
    p_failure_code, v_terms.fee_percent_bps, v_terms.fee_fixed_cents, v_terms.reserve_bps, v_terms.reserve_days,
    v_terms.settlement_delay_days, v_terms.refund_fee_policy, v_terms.dispute_policy, p_expires_in_seconds,
    p_expires_at, p_payer_name, p_payer_name_search, p_payer_document_box, p_payer_document_key_id,
    p_payer_document_hash, p_metadata, p_idempotency_key, p_fingerprint, p_issuing_until, p_issuing_until, p_now,
    p_now, 0, 0, 0, 0, 0, false, v_terms.environment = 'sandbox', 0, 0, p_correlation_id, p_created_by_key_id,
    coalesce(v_terms.account_id, 'default'))
  on conflict do nothing;
  if not found then return; end if;

  if cardinality(p_words) > 0 then
    insert into public.charge_name_word (merchant_id, word, rest, created_at, charge_id)
    select p_merchant, given.word, given.rest, p_now, p_id from unnest(p_words, p_rests) as given (word, rest);
  end if;
  return next;
end $$`
