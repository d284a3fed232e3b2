import type { Context } from '../kernel/context.ts'
import { entities } from '../kernel/database/entities.ts'
import { countRows } from '../kernel/database/count.ts'
import { isUuid } from '../kernel/ids.ts'
import { readCursor, toPage, writeCursor, type Page, type PageRequest } from '../kernel/database/page.ts'
import { preparedQuery, type Given } from '../kernel/database/prepared-query.ts'
import { Problem } from '../kernel/problem.ts'
import { db } from '../kernel/database/tables.ts'
import type { Charge } from './charge.entity.ts'
import { CHARGE_COLUMNS } from './charge-columns.ts'
import type { ChargeStatus } from './charge-status.ts'
import { isVisible, selectCharges, type ListConditions } from './list-charges.ts'
import { Payment } from './payment.entity.ts'
import { searchCharges } from './search/search-charges.ts'

export interface ChargeFilter {
  status?: readonly ChargeStatus[] | undefined
  orderReference?: string | undefined
  createdFrom?: Date | undefined
  createdTo?: Date | undefined
  amountFromCents?: bigint | undefined
  amountToCents?: bigint | undefined
  q?: string | undefined
  /** If true, selects only charges paid after their expiry time. */
  latePayment?: boolean
  /** If true, selects only charges with more than one payment. */
  duplicates?: boolean
}

/**
 * Returns a charge of the merchant. @throws Problem not_found, reason `charge_not_found`: the id is unknown or
 * malformed, the charge belongs to another
 *   merchant, or the call that creates it still runs.
 */
export async function getCharge(ctx: Context, merchantId: string, id: string): Promise<Charge> {
  const [charge] = isUuid(id) ? await selectOfMerchant(ctx, { merchantId, id, now: ctx.clock.now() }) : []
  if (!charge) throw new Problem('not_found', { reason: 'charge_not_found' })
  return charge
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
  { kind: 'absent' } | { kind: 'issuing'; charge: Charge } | { kind: 'made'; charge: Charge }

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

const LIST = 'charges.v1'

/**
 * Returns one page of charges, newest first. If `merchantId` is null, lists the charges of all merchants, for staff.
 */
export async function listCharges(
  ctx: Context,
  merchantId: string | null,
  filter: ChargeFilter,
  page: PageRequest,
): Promise<Page<Charge>> {
  const bound = {
    merchantId,
    ...filter,
    amountFromCents: String(filter.amountFromCents),
    amountToCents: String(filter.amountToCents),
  }
  const cursor = page.cursor ? readCursor(ctx.vault, LIST, bound, page.cursor) : undefined
  const after = cursor && { createdAt: new Date(cursor['at'] ?? 0), id: cursor['id'] ?? '' }
  const query = await queryOf(ctx, merchantId, filter, { after, limit: page.limit + 1 })
  return toPage(await query.execute(), page.limit, (last) =>
    writeCursor(ctx.vault, LIST, bound, { at: last.createdAt.toISOString(), id: last.id }),
  )
}

/** Counts the charges that `listCharges` lists. Stops counting at `most`. */
export async function countCharges(
  ctx: Context,
  merchantId: string | null,
  filter: ChargeFilter,
  most: number,
): Promise<number> {
  const query = await queryOf(ctx, merchantId, filter, { after: undefined, limit: most })
  return countRows(ctx, query)
}

async function queryOf(
  ctx: Context,
  merchantId: string | null,
  filter: ChargeFilter,
  { after, limit }: { after: ListConditions['after']; limit: number },
) {
  const conditions: ListConditions = {
    merchantId,
    status: filter.status ?? [],
    orderReference: filter.orderReference,
    createdFrom: filter.createdFrom,
    createdTo: filter.createdTo,
    amountFromCents: filter.amountFromCents,
    amountToCents: filter.amountToCents,
    latePayment: filter.latePayment ?? false,
    duplicates: filter.duplicates ?? false,
    after,
  }
  const q = filter.q?.trim()
  if (q === undefined) return selectCharges(ctx, conditions, limit)
  return searchCharges(ctx, conditions, { q, limit })
}

/** Returns the payments of several charges of one merchant, oldest first. It is meant for data loaders. */
export function listPayments(ctx: Context, merchantId: string, chargeIds: string[]): Promise<Payment[]> {
  return entities(ctx).find(
    Payment,
    { merchantId, chargeId: { $in: chargeIds } },
    { orderBy: { paidAt: 'asc', id: 'asc' } },
  )
}
