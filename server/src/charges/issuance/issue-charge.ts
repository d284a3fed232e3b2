import { plusMs } from '../../kernel/clock.ts'
import { transaction, type Context } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { preparedQuery, type Given } from '../../kernel/database/prepared-query.ts'
import { SAME_MERCHANT } from '../../kernel/database/same-merchant.ts'
import { db } from '../../kernel/database/tables.ts'
import type { WithPix } from '../../pix/pix-accounts.ts'
import type { IssueOutcome, IssueRequest, NetworkCob, RefusalCode } from '../../pix/provider.ts'
import { recordEvents } from '../../webhooks/events/record-events.ts'
import { chargeFailed, chargeIssued } from '../charge-events.ts'
import { txidOf, type Charge } from '../charge.entity.ts'
import { CHARGE_COLUMNS, SHOWN_COLUMNS, type ShownCharge } from '../charge.queries.ts'
import type { ChargeStatus, FailureCode } from '../charge-status.ts'
import { openDocument } from '../payer-document.ts'
import { moveToNextAccount, type IssuingCharge } from './move-charge.ts'

/**
 * The time in milliseconds after which `issueCharge` tries no further receiving account. Because of this limit, the
 * call ends before a repeated call of the merchant stops waiting for the first call.
 */
const MOVE_MS_MAX = 4_000

/** The delays before the checks of an unknown issuance: 2 s, 5 s, 15 s, 60 s, then always 5 min. */
const CHECK_DELAYS_MS = [2_000, 5_000, 15_000, 60_000] as const
const CHECK_DELAY_MS_LAST = 300_000

/** Returns the delay in milliseconds before the check with number `count`, counted from 0. */
export const checkDelayMs = (count: number): number => CHECK_DELAYS_MS[count] ?? CHECK_DELAY_MS_LAST

/** The primary key of table charge. */
type ChargeKey = Pick<Charge, 'merchantId' | 'id'>

/**
 * Sends the PUT request of a new charge to the PSP of its receiving account, outside any transaction, and records the
 * outcome. If the PSP certainly created nothing, moves the charge to the merchant's next receiving account and repeats
 * the request there.
 * @throws Problem provider_unavailable, reason `processing_unavailable` or the reason of the last PSP: the PSPs
 *   certainly created nothing, and the charge's row is deleted.
 */
export async function issueCharge(
  ctx: Context & WithPix,
  charge: IssuingCharge,
  request: IssueRequest,
): Promise<ShownCharge> {
  const moveUntil = plusMs(ctx.clock.now(), MOVE_MS_MAX)
  const tried: string[] = []
  for (let current = charge; ;) {
    const outcome = await ctx.pix.of(current.pixAccountId).issue(request)
    switch (outcome.kind) {
      case 'issued':
        return recordIssued(ctx, current, outcome.cob)
      case 'refused':
        return recordRefused(ctx, current, outcome.code)
      case 'unknown':
        return recordUnknown(ctx, current)
    }
    tried.push(current.pixAccountId)
    const moved =
      ctx.clock.now() < moveUntil
        ? await moveToNextAccount(ctx, current, request.amountCents, tried)
        : undefined
    if (!moved) return deleteUnissued(ctx, current, outcome.reason)
    current = moved
  }
}

/**
 * Requests the issuance of a charge that the PSP has no record of. The Pix is valid for `seconds` after the PSP has
 * created it.
 */
export function requestIssuance(
  ctx: Context & WithPix,
  merchantName: string,
  charge: Charge,
  seconds: number,
): Promise<IssueOutcome> {
  return ctx.pix.of(charge.pixAccountId).issue({
    txid: txidOf(charge.id),
    amountCents: charge.amountCents,
    expiresInSeconds: seconds,
    payer: { name: charge.payerName ?? '', document: openDocument(ctx, charge) ?? '' },
    description: charge.description,
    merchantName,
  })
}

/**
 * Records the issuance of a charge: `created` becomes `pending`, and the QR code is stored. If the charge was paid
 * meanwhile, its status does not change. Takes only one round trip to the database, because this function runs for
 * every charge.
 */
export async function recordIssued(ctx: Context, charge: ChargeKey, cob: NetworkCob): Promise<ShownCharge> {
  const [issued] = await updateIssued(ctx, {
    merchantId: charge.merchantId,
    id: charge.id,
    qrCodePayload: cob.qrCodePayload,
    expiresAt: plusMs(cob.createdAt, cob.expiresInSeconds * 1000),
    now: ctx.clock.now(),
  })
  return issued ?? reread(ctx, charge)
}

interface Issued {
  merchantId: string
  id: string
  qrCodePayload: string
  expiresAt: Date
  now: Date
}

const updateIssued = preparedQuery((compiler, given: Given<Issued>) =>
  compiler
    .updateTable('charge')
    .set((charge) => {
      const whileCreated = charge.case('charge.status').when('created')
      return {
        status: whileCreated
          .then(charge.val<ChargeStatus>('pending'))
          .else(charge.ref('charge.status'))
          .end(),
        qr_code_payload: charge.fn.coalesce('charge.qr_code_payload', given('qrCodePayload')),
        expires_at: whileCreated.then(given('expiresAt')).else(charge.ref('charge.expires_at')).end(),
        issuing_until: null,
        next_check_at: null,
        updated_at: given('now'),
      }
    })
    .where('charge.merchant_id', SAME_MERCHANT, given('merchantId'))
    .where('charge.id', '=', given('id'))
    .where('charge.status', 'not in', ['failed', 'cancelled'])
    .returning(SHOWN_COLUMNS),
)

/**
 * Records a successful issuance whose outcome was unknown before. Emits `charge.issued` only if this call makes the
 * charge `pending`. So of two concurrent processes only one emits the event.
 */
export function recordIssuedLater(ctx: Context, charge: ChargeKey, cob: NetworkCob): Promise<ShownCharge> {
  return transaction(ctx, async (tx) => {
    const created = await db(tx)
      .selectFrom('charge')
      .select('charge.id')
      .where('charge.merchant_id', '=', charge.merchantId)
      .where('charge.id', '=', charge.id)
      .where('charge.status', '=', 'created')
      .forNoKeyUpdate()
      .executeTakeFirst()
    const issued = await recordIssued(tx, charge, cob)
    if (created && issued.status === 'pending')
      await recordEvents(tx, charge.merchantId, [chargeIssued(issued)], tx.clock.now())
    return issued
  })
}

/**
 * Records a failed issuance and emits `charge.failed`. `code` is `network_refused` also for a charge that expired
 * before the PSP created it.
 */
export function recordRefused(
  ctx: Context,
  charge: ChargeKey,
  code: RefusalCode & FailureCode,
): Promise<Charge> {
  return transaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const failed = await db(tx)
      .updateTable('charge')
      .set({
        status: 'failed',
        failure_code: code,
        expires_at: null,
        issuing_until: null,
        next_check_at: null,
        updated_at: now,
      })
      .where('charge.merchant_id', '=', charge.merchantId)
      .where('charge.id', '=', charge.id)
      .where('charge.status', '=', 'created')
      .returning(CHARGE_COLUMNS)
      .executeTakeFirst()
    if (!failed) return reread(tx, charge)
    await recordEvents(tx, charge.merchantId, [chargeFailed(failed)], now)
    return failed
  })
}

/** Records an unknown outcome. The charge stays `created`, becomes visible, and gets the time of its first check. */
async function recordUnknown(ctx: Context, charge: ChargeKey): Promise<Charge> {
  const now = ctx.clock.now()
  const unknown = await db(ctx)
    .updateTable('charge')
    .set({ issuing_until: null, next_check_at: plusMs(now, checkDelayMs(0)), updated_at: now })
    .where('charge.merchant_id', '=', charge.merchantId)
    .where('charge.id', '=', charge.id)
    .where('charge.status', '=', 'created')
    .where('charge.issuing_until', 'is not', null)
    .returning(CHARGE_COLUMNS)
    .executeTakeFirst()
  return unknown ?? reread(ctx, charge)
}

/**
 * Deletes a charge that the PSP certainly did not create, so that its idempotency key and order reference can be used
 * again. Keeps a charge whose lease has expired, because readers can already see it.
 */
async function deleteUnissued(ctx: Context, charge: IssuingCharge, reason?: string): Promise<Charge> {
  const deleted = await db(ctx)
    .with('deleted', (cte) =>
      cte
        .deleteFrom('charge')
        .where('merchant_id', '=', charge.merchantId)
        .where('id', '=', charge.id)
        .where('status', '=', 'created')
        .where('issuing_until', '=', charge.issuingUntil)
        .where('issuing_until', '>', ctx.clock.now())
        .returning(['merchant_id', 'id', 'created_at', 'payer_name_search']),
    )
    .with('deleted_words', (cte) =>
      cte
        .deleteFrom('charge_name_word as w')
        .using('deleted')
        .whereRef('w.merchant_id', '=', 'deleted.merchant_id')
        .where('w.word', '=', (eb) =>
          eb.fn.any(eb.fn<string[]>('string_to_array', [eb.ref('deleted.payer_name_search'), eb.val(' ')])),
        )
        .whereRef('w.created_at', '=', 'deleted.created_at')
        .whereRef('w.charge_id', '=', 'deleted.id'),
    )
    .selectFrom('deleted')
    .select('id')
    .executeTakeFirst()
  if (deleted) throw new Problem('provider_unavailable', { reason: reason ?? 'processing_unavailable' })
  return reread(ctx, charge)
}

/**
 * Reads the current row of a charge.
 * @throws Problem provider_unavailable, reason `processing_unavailable`: the row was deleted.
 */
export async function reread(ctx: Context, charge: ChargeKey): Promise<Charge> {
  const current = await db(ctx)
    .selectFrom('charge')
    .select(CHARGE_COLUMNS)
    .where('charge.merchant_id', '=', charge.merchantId)
    .where('charge.id', '=', charge.id)
    .executeTakeFirst()
  if (!current) throw new Problem('provider_unavailable', { reason: 'processing_unavailable' })
  return current
}
