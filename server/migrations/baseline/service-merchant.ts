/** The internal merchant that owns money and reconciliation exceptions which belong to no other merchant. */
const SERVICE_MERCHANT_ID = '00000000-0000-7000-8000-000000000001'

/** Inserts the internal merchant with its terms, and opens its ledger. */
export const SERVICE_MERCHANT = [
  `insert into merchant (id, name, document, environment, pix_enabled, fee_percent_bps, fee_fixed_cents, reserve_bps,
      reserve_days, settlement_delay_days, refund_fee_policy, write_rate, read_rate, search_rate, payouts_by_service,
      payouts_suspended, created_at, updated_at)
    values ('${SERVICE_MERCHANT_ID}', 'Conta da casa', '00000000000000', 'production', false, 0, 0, 0, 0, 0, 'keep', 1,
      1, 1, true, true, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')`,
  `insert into merchant_terms (merchant_id, version, terms, valid_from, changed_by)
    select id, 1, jsonb_build_object('pixEnabled', pix_enabled, 'feePercentBps', fee_percent_bps,
      'feeFixedCents', fee_fixed_cents::text, 'reserveBps', reserve_bps, 'reserveDays', reserve_days,
      'settlementDelayDays', settlement_delay_days, 'refundFeePolicy', refund_fee_policy,
      'disputePolicy', dispute_policy, 'amountCeilingCents', amount_ceiling_cents::text, 'writeRate', write_rate,
      'readRate', read_rate, 'searchRate', search_rate, 'payoutsByService', payouts_by_service,
      'payoutsSuspended', payouts_suspended, 'bankAccountId', bank_account_id), updated_at, 'migration'
    from merchant`,
  `select open_ledger('${SERVICE_MERCHANT_ID}')`,
]
