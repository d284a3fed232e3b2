import { plusMs } from '../../kernel/clock.ts'
import { transaction, type Context } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import type { WithPix } from '../../pix/pix-accounts.ts'
import { AMOUNT_CENTS_MAX } from '../../pix/provider.ts'
import { getMerchant } from '../../merchants/merchant.queries.ts'
import type { Merchant } from '../../merchants/merchant.entity.ts'
import { recordEvents } from '../../webhooks/events/record-events.ts'
import { chargeFailed } from '../charge-events.ts'
import { fingerprintOf, type CreateCharge } from './create-charge.input.ts'
import { insertCharge, type NewCharge } from './create-charge.sql.ts'
import { txidOf, type Charge } from '../charge.entity.ts'
import { findByKey, findByOrder, type ChargeLookup, type ShownCharge } from '../charge.queries.ts'
import type { FailureCode } from '../charge-status.ts'
import { acceptsAmount, readChargeLimit } from '../../pix-accounts/merchant-accounts.queries.ts'
import { issueCharge, reread } from './issue-charge.ts'
import { ISSUING_LEASE_MS } from './move-charge.ts'

/** How long a repeated call waits for the first call to end. */
const WAIT_MS_MAX = 10_000
const WAIT_STEP_MS = 40

/**
 * Creates a charge and issues it at the network, once for each idempotency key and order reference. Returns the charge,
 * and whether an earlier call created it. A new charge is usually `pending`, `created` or `failed`.
 * @throws Problem idempotency_conflict: the key was used with another body.
 * @throws Problem conflict, reason `order_reference_in_use`.
 * @throws Problem provider_unavailable: nothing was created. With the reason `account_not_enabled`, Pix is not enabled
 *   for the merchant. With `processing_unavailable`, the PSPs are unavailable or none of the merchant's receiving
 *   accounts is active.
 * @throws Problem service_unavailable, reason `request_in_progress`: the first call with the key is still running.
 */
export async function createCharge(
  ctx: Context & WithPix,
  merchantId: string,
  input: CreateCharge,
): Promise<{ charge: ShownCharge; replayed: boolean }> {
  const fingerprint = fingerprintOf(ctx, input)
  const giveUpAt = plusMs(ctx.clock.now(), WAIT_MS_MAX)
  for (;;) {
    const made = await insertAndIssue(ctx, merchantId, input, fingerprint)
    if (made) return { charge: made, replayed: false }

    const merchant = await getMerchant(ctx, merchantId)
    const refused = merchant.pixEnabled && (await insertOverCeiling(ctx, merchant, input, fingerprint))
    if (refused) return { charge: refused, replayed: false }

    const earlier = await findEarlier(ctx, merchantId, input, fingerprint)
    if (earlier.kind === 'made') return { charge: earlier.charge, replayed: true }
    if (earlier.kind === 'absent' && !merchant.pixEnabled) {
      throw new Problem('provider_unavailable', { reason: 'account_not_enabled' })
    }
    if (earlier.kind === 'absent' && !(await readChargeLimit(ctx, merchantId)).isOpen) {
      throw new Problem('provider_unavailable', { reason: 'processing_unavailable' })
    }
    if (ctx.clock.now() >= giveUpAt) {
      throw new Problem('service_unavailable', { reason: 'request_in_progress', retryAfterSeconds: 1 })
    }
    if (earlier.kind === 'issuing') await ctx.clock.sleep(WAIT_STEP_MS)
  }
}

/**
 * Inserts the charge and issues it, or inserts it as failed if `localRefusal` returns a failure code. Returns undefined
 * if the key or the order reference already exists, or if the merchant's terms or receiving accounts do not allow the
 * charge. If several calls have the same key or order reference, unique indexes let only one of them succeed.
 */
async function insertAndIssue(
  ctx: Context & WithPix,
  merchantId: string,
  input: CreateCharge,
  fingerprint: Buffer,
): Promise<ShownCharge | undefined> {
  const failureCode = localRefusal(input)
  if (failureCode) return insertFailed(ctx, merchantId, { input, fingerprint, failureCode })
  const now = ctx.clock.now()
  const issuingUntil = plusMs(now, ISSUING_LEASE_MS)
  const avoided = await ctx.pix.avoided()
  const row = {
    id: ctx.ids.uuid(now),
    merchantId,
    input,
    fingerprint,
    failureCode,
    now,
    issuingUntil,
    avoided,
  }
  const made = await insertCharge(ctx, row)
  if (!made) return undefined
  const { merchantName, pixAccountId } = made
  return issueCharge(
    ctx,
    { ...row, pixAccountId },
    {
      txid: txidOf(row.id),
      amountCents: input.amountCents,
      expiresInSeconds: input.expiresInSeconds,
      payer: { name: input.payer.name ?? '', document: input.payer.document ?? '' },
      description: input.description,
      merchantName,
    },
  )
}

/**
 * Inserts a failed charge if the amount is above the merchant's maximum, or above the maximum of every active receiving
 * account of the merchant. Returns undefined for any other amount, or if the key or the order reference already exists.
 */
async function insertOverCeiling(
  ctx: Context,
  merchant: Merchant,
  input: CreateCharge,
  fingerprint: Buffer,
): Promise<Charge | undefined> {
  const ceiling = merchant.amountCeilingCents
  const isOver = ceiling !== null && input.amountCents > ceiling
  if (!isOver && acceptsAmount(await readChargeLimit(ctx, merchant.id), input.amountCents)) return undefined
  return insertFailed(ctx, merchant.id, { input, fingerprint, failureCode: 'amount_over_limit' })
}

function insertFailed(
  ctx: Context,
  merchantId: string,
  refused: Pick<NewCharge, 'input' | 'fingerprint' | 'failureCode'>,
): Promise<Charge | undefined> {
  return transaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const row = { ...refused, id: tx.ids.uuid(now), merchantId, now, issuingUntil: null, avoided: [] }
    const made = await insertCharge(tx, row)
    if (!made) return undefined
    const charge = await reread(tx, row)
    await recordEvents(tx, merchantId, [chargeFailed(charge)], now)
    return charge
  })
}

/**
 * Checks the rules that do not depend on the merchant: the payer's data must be complete, and the amount within the
 * limit. If a charge breaks such a rule, returns its failure code: the charge fails without a request to the PSP.
 * Otherwise returns null.
 */
function localRefusal({ amountCents, payer }: CreateCharge): FailureCode | null {
  if (!payer.name || !payer.document || !payer.email || !payer.phone) return 'payer_incomplete'
  return amountCents > AMOUNT_CENTS_MAX ? 'amount_over_limit' : null
}

/**
 * Finds the charge with the idempotency key, or else with the order reference. Looks for the key first, because a
 * conflict of the key takes precedence. The query by order reference may still find a charge with the same key, if
 * another call inserted that charge between the two queries.
 * @throws Problem idempotency_conflict, or conflict with reason `order_reference_in_use`.
 */
async function findEarlier(
  ctx: Context,
  merchantId: string,
  input: CreateCharge,
  fingerprint: Buffer,
): Promise<ChargeLookup> {
  const sameKey = await findByKey(ctx, merchantId, input.idempotencyKey)
  const earlier =
    sameKey.kind === 'absent' ? await findByOrder(ctx, merchantId, input.orderReference) : sameKey
  if (earlier.kind === 'absent') return earlier
  if (earlier.charge.idempotencyKey === input.idempotencyKey) {
    if (!earlier.charge.fingerprint.equals(fingerprint)) throw new Problem('idempotency_conflict')
    return earlier
  }
  if (earlier.kind === 'made') throw new Problem('conflict', { reason: 'order_reference_in_use' })
  return earlier
}
