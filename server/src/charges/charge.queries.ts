import { expressionBuilder, type Expression, type Selection, type SqlBool } from 'kysely'
import { manyByOwner } from '../graphql/data-loaders.ts'
import type { Context } from '../kernel/context.ts'
import { entities } from '../kernel/database/entities.ts'
import { isUuid } from '../kernel/ids.ts'
import { preparedQuery, type Given } from '../kernel/database/prepared-query.ts'
import { Problem } from '../kernel/problem.ts'
import { db, type Tables } from '../kernel/database/tables.ts'
import type { Charge } from './charge.entity.ts'
import { Payment } from './payment.entity.ts'

/** Builds conditions on columns of table charge. */
export const onCharge = expressionBuilder<Tables, 'charge'>()

/**
 * The columns that REST responses need, named like the properties of Charge. Other columns are left out, because
 * decoding all columns of a row costs more than finding the row.
 */
export const SHOWN_COLUMNS = [
  'charge.merchant_id as merchantId',
  'charge.id',
  'charge.environment',
  'charge.order_reference as orderReference',
  'charge.amount_cents as amountCents',
  'charge.description',
  'charge.status',
  'charge.failure_code as failureCode',
  'charge.fee_percent_bps as feePercentBps',
  'charge.fee_fixed_cents as feeFixedCents',
  'charge.fee_cents as feeCents',
  'charge.net_cents as netCents',
  'charge.reserve_cents as reserveCents',
  'charge.refunded_cents as refundedCents',
  'charge.expires_at as expiresAt',
  'charge.paid_at as paidAt',
  'charge.late_payment as latePayment',
  'charge.is_simulated as isSimulated',
  'charge.qr_code_payload as qrCodePayload',
  'charge.end_to_end_id as endToEndId',
  'charge.payments_count as paymentsCount',
  'charge.created_at as createdAt',
  'charge.updated_at as updatedAt',
] as const

/** The part of a charge that REST responses need. */
export type ShownCharge = Selection<Tables, 'charge', (typeof SHOWN_COLUMNS)[number]>

/**
 * All columns of the table charge, named like the properties of Charge. A query that selects these columns returns
 * values of type Charge.
 */
export const CHARGE_COLUMNS = [
  ...SHOWN_COLUMNS,
  'charge.reserve_bps as reserveBps',
  'charge.reserve_days as reserveDays',
  'charge.settlement_delay_days as settlementDelayDays',
  'charge.refund_fee_policy as refundFeePolicy',
  'charge.dispute_policy as disputePolicy',
  'charge.refunding_cents as refundingCents',
  'charge.pending_left_cents as pendingLeftCents',
  'charge.reserve_left_cents as reserveLeftCents',
  'charge.fee_left_cents as feeLeftCents',
  'charge.expires_in_seconds as expiresInSeconds',
  'charge.cancelled_at as cancelledAt',
  'charge.payer_name as payerName',
  'charge.payer_name_search as payerNameSearch',
  'charge.payer_document_box as payerDocumentBox',
  'charge.payer_document_key_id as payerDocumentKeyId',
  'charge.payer_document_hash as payerDocumentHash',
  'charge.metadata',
  'charge.idempotency_key as idempotencyKey',
  'charge.correlation_id as correlationId',
  'charge.created_by_key_id as createdByKeyId',
  'charge.cancelled_correlation_id as cancelledCorrelationId',
  'charge.cancel_asked_at as cancelAskedAt',
  'charge.cancel_asked_by as cancelAskedBy',
  'charge.pix_account_id as pixAccountId',
  'charge.cancel_asked_actor as cancelAskedActor',
  'charge.fingerprint',
  'charge.issuing_until as issuingUntil',
  'charge.next_check_at as nextCheckAt',
  'charge.checks_count as checksCount',
] as const

/**
 * Returns the condition that a charge is visible. A charge is hidden while the call that creates it is running, because
 * that call may still delete the charge. The charge becomes visible at `issuing_until` at the latest.
 */
export const isVisible = (now: Date | Expression<Date>): Expression<SqlBool> =>
  onCharge.or([onCharge('charge.issuing_until', 'is', null), onCharge('charge.issuing_until', '<=', now)])

/**
 * Returns a charge of the merchant.
 * @throws Problem not_found, reason `charge_not_found`: the id is unknown or malformed, the charge belongs to another
 *   merchant, or the call that creates it still runs.
 */
export async function getCharge(ctx: Context, merchantId: string, id: string): Promise<Charge> {
  const charge = await findCharge(ctx, merchantId, id)
  if (!charge) throw new Problem('not_found', { reason: 'charge_not_found' })
  return charge
}

/** Finds a charge of the merchant. Returns null where `getCharge` throws. */
export async function findCharge(ctx: Context, merchantId: string, id: string): Promise<Charge | null> {
  const [charge] = isUuid(id) ? await selectOfMerchant(ctx, { merchantId, id, now: ctx.clock.now() }) : []
  return charge ?? null
}

/** Finds a charge of any merchant, for staff. Returns null if there is none. */
export async function findChargeOfAny(ctx: Context, id: string): Promise<Charge | null> {
  const [charge] = isUuid(id) ? await selectOfAny(ctx, { id, now: ctx.clock.now() }) : []
  return charge ?? null
}

const selectOfAny = preparedQuery((compiler, given: Given<{ id: string; now: Date }>) =>
  compiler
    .selectFrom('charge')
    .select(CHARGE_COLUMNS)
    .where('charge.id', '=', given('id'))
    .where(isVisible(given('now'))),
)

const selectOfMerchant = preparedQuery(
  (compiler, given: Given<{ merchantId: string; id: string; now: Date }>) =>
    compiler
      .selectFrom('charge')
      .select(CHARGE_COLUMNS)
      .where('charge.merchant_id', '=', given('merchantId'))
      .where('charge.id', '=', given('id'))
      .where(isVisible(given('now'))),
)

/**
 * The result of a lookup by idempotency key or order reference. `issuing` means that the call that creates the charge
 * is still running.
 */
export type ChargeLookup =
  | { kind: 'absent' }
  | { kind: 'issuing'; charge: Charge }
  | { kind: 'made'; charge: Charge }

export const findByKey = (ctx: Context, merchantId: string, idempotencyKey: string): Promise<ChargeLookup> =>
  find(ctx, merchantId, { column: 'charge.idempotency_key', value: idempotencyKey })

export const findByOrder = (
  ctx: Context,
  merchantId: string,
  orderReference: string,
): Promise<ChargeLookup> => find(ctx, merchantId, { column: 'charge.order_reference', value: orderReference })

async function find(
  ctx: Context,
  merchantId: string,
  by: { column: 'charge.idempotency_key' | 'charge.order_reference'; value: string },
): Promise<ChargeLookup> {
  const charge = await db(ctx)
    .selectFrom('charge')
    .select(CHARGE_COLUMNS)
    .where('charge.merchant_id', '=', merchantId)
    .where(by.column, '=', by.value)
    .executeTakeFirst()
  if (!charge) return { kind: 'absent' }
  const issuing = charge.issuingUntil !== null && charge.issuingUntil > ctx.clock.now()
  return { kind: issuing ? 'issuing' : 'made', charge }
}

/** Returns the payments of several charges of one merchant, oldest first. Data loaders call this function. */
export function listPayments(ctx: Context, merchantId: string, chargeIds: string[]): Promise<Payment[]> {
  return entities(ctx).find(
    Payment,
    { merchantId, chargeId: { $in: chargeIds } },
    { orderBy: { paidAt: 'asc', id: 'asc' } },
  )
}

/** Loads the payments of a charge. Batches the charges of one request into one query. */
export const paymentsOfCharge = manyByOwner(listPayments, (payment) => payment.chargeId)
