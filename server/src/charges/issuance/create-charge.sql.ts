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

const PARAMETERS = Array.from({ length: 24 }, (_, n) => `$${n + 1}`)

const INSERT = prepared(`
  select merchant_name as "merchantName", pix_account_id as "pixAccountId"
  from create_charge(${PARAMETERS.join(', ')})`)
