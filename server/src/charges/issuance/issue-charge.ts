import { plusMs } from '../../kernel/clock.ts'
import { transaction, type Context } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { prepared } from '../../kernel/database/prepared.ts'
import { sql } from '../../kernel/database/sql.ts'
import type { IssueOutcome, IssueRequest, NetworkCob, RefusalCode, WithPix } from '../../pix/provider.ts'
import { recordEvents } from '../../webhooks/events/record-events.ts'
import { chargeFailed, chargeIssued } from '../charge-events.ts'
import type { Charge } from '../charge.entity.ts'
import { chargeOf, OF_MERCHANT, SHOWN_COLUMNS, type ChargeRow, type ShownCharge } from '../charge-row.ts'
import type { FailureCode } from '../failure.ts'
import { checkDelayMs } from './issuance-times.ts'
import { openDocument } from '../payer-document.ts'

/** The primary key of table charge. */
type ChargeKey = Pick<Charge, 'merchantId' | 'id'>

/** A charge whose first call is running. */
type IssuingCharge = ChargeKey & Pick<Charge, 'issuingUntil'>

/**
 * Sends the PUT of a new charge to the network, outside any transaction, and records the outcome.
 * @throws Problem provider_unavailable, reason `processing_unavailable`: the network certainly created nothing; the
 *   charge's row is deleted.
 */
export async function issueCharge(
  ctx: Context & WithPix,
  charge: IssuingCharge,
  request: IssueRequest,
): Promise<ShownCharge> {
  const outcome = await ctx.pix.issue(request)
  switch (outcome.kind) {
    case 'issued':
      return recordIssued(ctx, charge, outcome.cob)
    case 'refused':
      return recordRefused(ctx, charge, outcome.code)
    case 'unknown':
      return recordUnknown(ctx, charge)
    case 'unavailable':
      return deleteUnissued(ctx, charge)
  }
}

/** Requests the issuance of a charge that the network does not know. The Pix is valid for `seconds` from then on. */
export function requestIssuance(
  ctx: Context & WithPix,
  merchantName: string,
  charge: Charge,
  seconds: number,
): Promise<IssueOutcome> {
  return ctx.pix.issue({
    txid: charge.txid,
    amountCents: charge.amountCents,
    expiresInSeconds: seconds,
    payer: { name: charge.payerName ?? '', document: openDocument(ctx, charge) ?? '' },
    description: charge.description,
    merchantName,
  })
}

/**
 * Records the issuance of a charge: `created` becomes `pending`, and the QR code is stored. A charge that was paid
 * meanwhile keeps its status. Takes one round trip, because every charge passes here.
 */
export async function recordIssued(ctx: Context, charge: ChargeKey, cob: NetworkCob): Promise<ShownCharge> {
  const [row] = await sql<ChargeRow>(ctx, RECORD_ISSUED, [
    charge.merchantId,
    charge.id,
    cob.qrCodePayload,
    plusMs(cob.createdAt, cob.expiresInSeconds * 1000),
    ctx.clock.now(),
  ])
  return row ? chargeOf(row) : reread(ctx, charge)
}

const RECORD_ISSUED = prepared(`
  update charge set
    status = case status when 'created' then 'pending' else status end,
    qr_code_payload = coalesce(qr_code_payload, $3),
    expires_at = case status when 'created' then $4 else expires_at end,
    issuing_until = null, next_check_at = null, updated_at = $5
  where ${OF_MERCHANT} and id = $2 and status not in ('failed', 'cancelled')
  returning ${SHOWN_COLUMNS}`)

/**
 * Records an issuance whose outcome had been unknown. Emits `charge.issued` if this call makes the charge `pending`, so
 * that only one of two concurrent processes emits it.
 */
export function recordIssuedLater(ctx: Context, charge: ChargeKey, cob: NetworkCob): Promise<ShownCharge> {
  return transaction(ctx, async (tx) => {
    const created = await sql(tx, LOCK_CREATED, [charge.merchantId, charge.id])
    const issued = await recordIssued(tx, charge, cob)
    if (created.length > 0 && issued.status === 'pending')
      await recordEvents(tx, charge.merchantId, [chargeIssued(issued)], tx.clock.now())
    return issued
  })
}

const LOCK_CREATED = `
  select id from charge where merchant_id = $1 and id = $2 and status = 'created' for no key update`

/**
 * Records a failed issuance and emits `charge.failed`. The code is `network_refused` also when the charge expired
 * before the network knew it.
 */
export function recordRefused(
  ctx: Context,
  charge: ChargeKey,
  code: RefusalCode & FailureCode,
): Promise<Charge> {
  return transaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const [row] = await sql<ChargeRow>(tx, RECORD_REFUSED, [charge.merchantId, charge.id, code, now])
    if (!row) return reread(tx, charge)
    const failed = chargeOf(row)
    await recordEvents(tx, charge.merchantId, [chargeFailed(failed)], now)
    return failed
  })
}

const RECORD_REFUSED = `
  update charge set status = 'failed', failure_code = $3, expires_at = null, issuing_until = null, next_check_at = null,
    updated_at = $4
  where merchant_id = $1 and id = $2 and status = 'created'
  returning *`

/** Records an unknown outcome: the charge stays `created` and becomes visible, and its first check is scheduled. */
async function recordUnknown(ctx: Context, charge: ChargeKey): Promise<Charge> {
  const now = ctx.clock.now()
  const [row] = await sql<ChargeRow>(
    ctx,
    `update charge set issuing_until = null, next_check_at = $3, updated_at = $4
     where merchant_id = $1 and id = $2 and status = 'created' and issuing_until is not null returning *`,
    [charge.merchantId, charge.id, plusMs(now, checkDelayMs(0)), now],
  )
  return row ? chargeOf(row) : reread(ctx, charge)
}

/**
 * Deletes a charge that the network certainly did not create, so its key and order reference can be used again. Keeps a
 * charge whose lease has expired, because it is visible to readers.
 */
async function deleteUnissued(ctx: Context, charge: IssuingCharge): Promise<Charge> {
  const deleted = await sql(ctx, DELETE_UNISSUED, [
    charge.merchantId,
    charge.id,
    charge.issuingUntil,
    ctx.clock.now(),
  ])
  if (deleted.length > 0) throw new Problem('provider_unavailable', { reason: 'processing_unavailable' })
  return reread(ctx, charge)
}

const DELETE_UNISSUED = `
  with deleted as (
    delete from charge
    where merchant_id = $1 and id = $2 and status = 'created' and issuing_until = $3 and issuing_until > $4
    returning merchant_id, id, created_at, payer_name_search),
  deleted_words as (
    delete from charge_name_word w using deleted
    where w.merchant_id = deleted.merchant_id and w.word = any(string_to_array(deleted.payer_name_search, ' '))
      and w.created_at = deleted.created_at and w.charge_id = deleted.id)
  select id from deleted`

/**
 * Reads the current row of a charge.
 * @throws Problem provider_unavailable, reason `processing_unavailable`: the row was deleted.
 */
export async function reread(ctx: Context, charge: ChargeKey): Promise<Charge> {
  const [row] = await sql<ChargeRow>(ctx, 'select * from charge where merchant_id = $1 and id = $2', [
    charge.merchantId,
    charge.id,
  ])
  if (!row) throw new Problem('provider_unavailable', { reason: 'processing_unavailable' })
  return chargeOf(row)
}
