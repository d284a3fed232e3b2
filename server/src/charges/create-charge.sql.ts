import { plusMs } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { sql } from '../kernel/sql.ts'
import { searchable } from '../kernel/words.ts'
import type { Merchant } from '../merchants/merchant.entity.ts'
import type { CreateCharge } from './create-charge.input.ts'
import { chargeOf, type ChargeRow } from './charge-row.ts'
import type { Charge } from './charge.entity.ts'
import { documentHash, documentOwner } from './payer-document.ts'
import type { FailureCode } from './failure.ts'

export interface NewCharge {
  id: string
  merchant: Merchant
  input: CreateCharge
  fingerprint: Buffer
  failureCode: FailureCode | null
  now: Date
  issuingUntil: Date | null
}

/** One round trip; undefined when the idempotency key or the order reference stands already. */
export async function insertCharge(ctx: Context, charge: NewCharge): Promise<Charge | undefined> {
  const { input, merchant, now, failureCode } = charge
  const { name, document } = input.payer
  const sealed = document ? ctx.vault.seal(document, documentOwner(charge.id)) : undefined
  const [row] = await sql<ChargeRow>(ctx, INSERT, [
    merchant.id,
    charge.id,
    merchant.environment,
    input.orderReference,
    input.amountCents,
    input.description,
    failureCode ? 'failed' : 'created',
    failureCode,
    merchant.feePercentBps,
    merchant.feeFixedCents,
    merchant.reserveBps,
    merchant.reserveDays,
    merchant.settlementDelayDays,
    merchant.refundFeePolicy,
    input.expiresInSeconds,
    failureCode ? null : plusMs(now, input.expiresInSeconds * 1000),
    name ?? null,
    name ? searchable(name) : null,
    sealed?.box ?? null,
    sealed?.keyId ?? null,
    document ? documentHash(ctx, document) : null,
    JSON.stringify(input.metadata),
    input.idempotencyKey,
    charge.fingerprint,
    charge.issuingUntil,
    now,
  ])
  return row && chargeOf(ctx, row)
}

const INSERT = `
  insert into charge (merchant_id, id, environment, order_reference, amount_cents, description, status, failure_code,
    fee_percent_bps, fee_fixed_cents, reserve_bps, reserve_days, settlement_delay_days, refund_fee_policy,
    expires_in_seconds, expires_at, payer_name, payer_name_search, payer_document_box, payer_document_key_id,
    payer_document_hash, metadata, idempotency_key, fingerprint, issuing_until, next_check_at, created_at, updated_at,
    refunded_cents, refunding_cents, pending_left_cents, reserve_left_cents, fee_left_cents, late_payment, is_simulated,
    payments_count, checks_count)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22::jsonb, $23,
    $24, $25, $25, $26, $26, 0, 0, 0, 0, 0, false, false, 0, 0)
  on conflict do nothing
  returning *`
