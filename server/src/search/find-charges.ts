import { sql, type Expression } from 'kysely'
import { isVisible } from '../charges/charge.queries.ts'
import type { Context } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import { endToEndIdIs } from './end-to-end-id.ts'
import { selectPostedBy } from './find-entries.ts'
import { chargeHits, HITS_MAX, type SearchHit } from './search-hits.ts'

/**
 * The maximum number of rows that match a prefix and are then sorted. This maximum limits the cost of a prefix that
 * matches many rows.
 */
const CANDIDATES_MAX = 500

/**
 * Selects the charges of all merchants. Omits charges whose issuance is in progress, because they may still be deleted.
 */
const selectCharges = (ctx: Context) =>
  db(ctx)
    .selectFrom('charge')
    .select([
      'charge.id',
      'charge.merchant_id as merchantId',
      'charge.order_reference as orderReference',
      'charge.amount_cents as amountCents',
      'charge.status',
      'charge.expires_at as expiresAt',
      'charge.payer_name as payerName',
      'charge.created_at as at',
    ])
    .where(isVisible(ctx.clock.now()))

export async function findChargesById(ctx: Context, id: string): Promise<SearchHit[]> {
  const rows = await selectCharges(ctx).where('charge.id', '=', id).limit(HITS_MAX).execute()
  return chargeHits(rows, ctx.clock.now())
}

/** Finds charges by the end-to-end id of any of their payments, including held payments. */
export async function findChargesByEndToEndId(ctx: Context, id: string): Promise<SearchHit[]> {
  const rows = await selectCharges(ctx)
    .innerJoin('payment as p', (join) =>
      join.onRef('p.merchant_id', '=', 'charge.merchant_id').onRef('p.charge_id', '=', 'charge.id'),
    )
    .where(endToEndIdIs(id))
    .limit(HITS_MAX)
    .execute()
  return chargeHits(rows, ctx.clock.now())
}

/** Finds the charge with the given text of the QR code. */
export async function findChargesByQrCode(ctx: Context, qrCode: string): Promise<SearchHit[]> {
  const rows = await selectCharges(ctx).where('charge.qr_code_payload', '=', qrCode).limit(HITS_MAX).execute()
  return chargeHits(rows, ctx.clock.now())
}

const lower = (text: string | Expression<string>) => sql<string>`lower(${text}::text)`

/**
 * Finds charges by a prefix of the order reference, ignoring case because references are often dictated. Exact matches
 * come first.
 */
export async function findChargesByReference(
  ctx: Context,
  text: string,
  pattern: string,
): Promise<SearchHit[]> {
  const reference = lower(sql.ref<string>('charge.order_reference'))
  const candidates = selectCharges(ctx)
    .where(reference, 'like', lower(pattern))
    .orderBy(sql`${reference} using ~<~`)
    .limit(CANDIDATES_MAX)
  const rows = await db(ctx)
    .selectFrom(candidates.as('found'))
    .selectAll()
    .orderBy((row) => row('orderReference', '=', text), 'desc')
    .orderBy((row) => row(lower(row.ref('orderReference')), '=', lower(text)), 'desc')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(HITS_MAX)
    .execute()
  return chargeHits(rows, ctx.clock.now())
}

export async function findChargesByAmount(ctx: Context, amountCents: bigint): Promise<SearchHit[]> {
  const rows = await selectCharges(ctx)
    .where('charge.amount_cents', '=', amountCents)
    .orderBy('charge.created_at', 'desc')
    .limit(HITS_MAX)
    .execute()
  return chargeHits(rows, ctx.clock.now())
}

/** The time limits within which a request can have changed charges. */
export interface RequestWindow {
  startedAt: Date
  /** The latest time at which the request can have created a charge. */
  createdUntil: Date
  /** The latest time at which the request can have posted an entry. */
  postedUntil: Date
}

/** Finds charges that a request created or cancelled, or whose money the request moved. */
export async function findChargesByRequest(
  ctx: Context,
  correlationId: string,
  { startedAt, createdUntil, postedUntil }: RequestWindow,
): Promise<SearchHit[]> {
  const created = selectCharges(ctx)
    .where((charge) => charge.between('charge.created_at', startedAt, createdUntil))
    .where('charge.correlation_id', '=', correlationId)
    .limit(HITS_MAX)
  const cancelled = selectCharges(ctx)
    .where('charge.cancelled_correlation_id', '=', correlationId)
    .limit(HITS_MAX)
  const moved = db(ctx)
    .selectFrom(selectPostedBy(ctx, correlationId, { from: startedAt, to: postedUntil }).as('posted'))
    .innerJoin('journal_line as l', (join) =>
      join.onRef('l.merchant_id', '=', 'posted.merchantId').onRef('l.journal_id', '=', 'posted.id'),
    )
    .select(['l.merchant_id', 'l.charge_id'])
    .distinct()
    .where('l.charge_id', 'is not', null)
  const rows = await db(ctx)
    .selectFrom(created.as('created'))
    .selectAll()
    .union(db(ctx).selectFrom(cancelled.as('cancelled')).selectAll())
    .union(
      selectCharges(ctx).innerJoin(moved.as('moved'), (join) =>
        join.onRef('moved.merchant_id', '=', 'charge.merchant_id').onRef('moved.charge_id', '=', 'charge.id'),
      ),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(HITS_MAX)
    .execute()
  return chargeHits(rows, ctx.clock.now())
}
