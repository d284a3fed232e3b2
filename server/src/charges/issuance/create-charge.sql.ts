import { plusMs } from '../../kernel/clock.ts'
import { apiKeyIdOf } from '../../kernel/caller.ts'
import type { Context } from '../../kernel/context.ts'
import { prepared } from '../../kernel/database/prepared.ts'
import { sql } from '../../kernel/database/sql.ts'
import { normalizeForSearch, wordsOf } from '../../kernel/values/words.ts'
import type { CreateCharge } from './create-charge.input.ts'
import { documentHash, documentOwner } from '../payer-document.ts'
import type { FailureCode } from '../charge-status.ts'

export interface NewCharge {
  id: string
  merchantId: string
  input: CreateCharge
  fingerprint: Buffer
  failureCode: FailureCode | null
  now: Date
  issuingUntil: Date | null
  /**
   * The ids of the receiving accounts that are used only if no other receiving account of the merchant accepts the
   * charge.
   */
  avoided: readonly string[]
}

/** The result of `insertCharge`. */
export interface InsertedCharge {
  merchantName: string
  /** The receiving account at which the charge must be created. */
  pixAccountId: string
}

/**
 * Inserts a charge with the merchant's current terms in one round trip. Chooses the first of the merchant's receiving
 * accounts that is active and accepts the amount. Returns the merchant's name and the receiving account. Returns
 * undefined if the idempotency key or the order reference already exists, or if Pix is not enabled for the merchant.
 * Also returns undefined if the amount is above the merchant's maximum or none of the merchant's active receiving
 * accounts accepts the amount. These two rules do not apply to a charge with a `failureCode`, which is inserted as
 * failed.
 */
export async function insertCharge(ctx: Context, charge: NewCharge): Promise<InsertedCharge | undefined> {
  const { input, now, failureCode } = charge
  const { name, document } = input.payer
  const words = name ? wordsOf(name) : []
  const sealed = document ? ctx.vault.seal(document, documentOwner(charge.id)) : undefined
  const [row] = await sql<InsertedCharge>(ctx, INSERT, [
    charge.merchantId,
    charge.id,
    input.orderReference,
    input.amountCents,
    input.description,
    failureCode ? 'failed' : 'created',
    failureCode,
    input.expiresInSeconds,
    failureCode ? null : plusMs(now, input.expiresInSeconds * 1000),
    name ?? null,
    name ? normalizeForSearch(name) : null,
    sealed?.box ?? null,
    sealed?.keyId ?? null,
    document ? documentHash(ctx, document) : null,
    JSON.stringify(input.metadata),
    input.idempotencyKey,
    charge.fingerprint,
    charge.issuingUntil,
    now,
    words.map(({ word }) => word),
    words.map(({ rest }) => rest),
    ctx.correlationId,
    apiKeyIdOf(ctx.actor),
    charge.avoided,
  ])
  return row
}

const INSERT = prepared(`
  with m as materialized (
    select * from merchant where id = $1 and pix_enabled
      and ($7::text is not null or amount_ceiling_cents is null or amount_ceiling_cents >= $4)),
  place as materialized (
    select a.id from m left join merchant_pix_account l on l.merchant_id = m.id
    join pix_account a on a.id = coalesce(l.pix_account_id, 'default')
    where a.state = 'active' and coalesce(a.charge_ceiling_cents >= $4, true)
    order by a.id = any($24::text[]), l.position limit 1),
  inserted as (
    insert into charge (merchant_id, id, environment, order_reference, amount_cents, description, status, failure_code,
      fee_percent_bps, fee_fixed_cents, reserve_bps, reserve_days, settlement_delay_days, refund_fee_policy, dispute_policy,
      expires_in_seconds, expires_at, payer_name, payer_name_search, payer_document_box, payer_document_key_id,
      payer_document_hash, metadata, idempotency_key, fingerprint, issuing_until, next_check_at, created_at, updated_at,
      refunded_cents, refunding_cents, pending_left_cents, reserve_left_cents, fee_left_cents, late_payment,
      is_simulated, payments_count, checks_count, correlation_id,
      created_by_key_id, pix_account_id)
    select m.id, $2::uuid, m.environment, $3::text, $4::bigint, $5::text, $6::text, $7::text, m.fee_percent_bps,
      m.fee_fixed_cents, m.reserve_bps, m.reserve_days, m.settlement_delay_days, m.refund_fee_policy, m.dispute_policy, $8::integer,
      $9::timestamptz, $10::text, $11::text, $12::bytea, $13::text, $14::bytea, $15::jsonb, $16::text, $17::bytea,
      $18::timestamptz, $18::timestamptz, $19::timestamptz, $19::timestamptz, 0, 0, 0, 0, 0, false,
      m.environment = 'sandbox', 0, 0,
      $22::uuid, $23::uuid, coalesce(place.id, 'default')
    from m left join place on true
    where place.id is not null or $7::text is not null
    on conflict do nothing
    returning merchant_id, id, created_at, pix_account_id),
  inserted_words as (
    insert into charge_name_word (merchant_id, word, rest, created_at, charge_id)
    select inserted.merchant_id, given.word, given.rest, inserted.created_at, inserted.id
    from inserted cross join unnest($20::text[], $21::text[]) as given (word, rest))
  select m.name as "merchantName", inserted.pix_account_id as "pixAccountId" from inserted cross join m`)
