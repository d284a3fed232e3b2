import type { Context } from '../kernel/context.ts'
import { countRows } from '../kernel/database/count.ts'
import { isUuid } from '../kernel/ids.ts'
import { readCursor, toPage, writeCursor, type Page, type PageRequest } from '../kernel/database/page.ts'
import { prepared } from '../kernel/database/prepared.ts'
import { Problem } from '../kernel/problem.ts'
import { sql, type SqlParameter } from '../kernel/database/sql.ts'
import type { Charge } from './charge.entity.ts'
import { chargeOf, type ChargeRow } from './charge-row.ts'
import type { ChargeStatus } from './charge-status.ts'
import { type ChargesStatement, type ListConditions, selectCharges } from './list-charges.sql.ts'
import { Payment } from './payment.entity.ts'
import { searchCharges } from './search-charges.sql.ts'

export interface ChargeFilter {
  status?: readonly ChargeStatus[] | undefined
  orderReference?: string | undefined
  createdFrom?: Date | undefined
  createdTo?: Date | undefined
  amountFromCents?: bigint | undefined
  amountToCents?: bigint | undefined
  q?: string | undefined
  /** Only charges paid after their expiry time. */
  latePayment?: boolean
  /** Only charges with more than one payment. */
  duplicates?: boolean
}

/**
 * @throws Problem not_found, reason `charge_not_found`: the id is unknown, malformed, another merchant's or in
 *   issuance.
 */
export async function getCharge(ctx: Context, merchantId: string, id: string): Promise<Charge> {
  const charge = isUuid(id) ? await findOne(ctx, SELECT_OF_MERCHANT, [ctx.clock.now(), merchantId, id]) : null
  if (!charge) throw new Problem('not_found', { reason: 'charge_not_found' })
  return charge
}

/** Finds a charge of any merchant, for staff. Returns null when there is none. */
export const findChargeOfAny = (ctx: Context, id: string): Promise<Charge | null> =>
  isUuid(id) ? findOne(ctx, SELECT_OF_ANY, [ctx.clock.now(), id]) : Promise.resolve(null)

/** Hides a charge while its first call runs, because that call may delete it. After the lease it is visible. */
const VISIBLE = '(issuing_until is null or issuing_until <= $1)'
const SELECT_OF_MERCHANT = prepared(`select * from charge where ${VISIBLE} and merchant_id = $2 and id = $3`)
const SELECT_OF_ANY = prepared(`select * from charge where ${VISIBLE} and id = $2`)

async function findOne(ctx: Context, text: string, parameters: SqlParameter[]): Promise<Charge | null> {
  const [row] = await sql<ChargeRow>(ctx, text, parameters)
  return row ? chargeOf(row) : null
}

/** The result of a lookup by idempotency key or order reference. `issuing`: the first call still runs. */
export type ChargeLookup =
  { kind: 'absent' } | { kind: 'issuing'; charge: Charge } | { kind: 'made'; charge: Charge }

export const findByKey = (ctx: Context, merchantId: string, idempotencyKey: string): Promise<ChargeLookup> =>
  find(ctx, 'select * from charge where merchant_id = $1 and idempotency_key = $2', [
    merchantId,
    idempotencyKey,
  ])

export const findByOrder = (
  ctx: Context,
  merchantId: string,
  orderReference: string,
): Promise<ChargeLookup> =>
  find(ctx, 'select * from charge where merchant_id = $1 and order_reference = $2', [
    merchantId,
    orderReference,
  ])

async function find(ctx: Context, text: string, parameters: SqlParameter[]): Promise<ChargeLookup> {
  const charge = await findOne(ctx, text, parameters)
  if (!charge) return { kind: 'absent' }
  const issuing = charge.issuingUntil !== null && charge.issuingUntil > ctx.clock.now()
  return { kind: issuing ? 'issuing' : 'made', charge }
}

const LIST = 'charges.v1'

/** Returns one page of charges, newest first. `merchantId` null lists the charges of all merchants, for staff. */
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
  const { text, values } = await statementOf(ctx, merchantId, filter, { after, limit: page.limit + 1 })
  const rows = await sql<ChargeRow>(ctx, text, values)
  return toPage(rows.map(chargeOf), page.limit, (last) =>
    writeCursor(ctx.vault, LIST, bound, { at: last.createdAt.toISOString(), id: last.id }),
  )
}

/** Counts the charges that `listCharges` would list, up to `most`. */
export async function countCharges(
  ctx: Context,
  merchantId: string | null,
  filter: ChargeFilter,
  most: number,
): Promise<number> {
  const { text, values } = await statementOf(ctx, merchantId, filter, { after: undefined, limit: most })
  return countRows(ctx, text, values)
}

async function statementOf(
  ctx: Context,
  merchantId: string | null,
  filter: ChargeFilter,
  { after, limit }: { after: ListConditions['after']; limit: number },
): Promise<ChargesStatement> {
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

/** Returns the payments of several charges of one merchant, oldest first. For data loaders. */
export function listPayments(ctx: Context, merchantId: string, chargeIds: string[]): Promise<Payment[]> {
  return ctx.em.find(
    Payment,
    { merchantId, chargeId: { $in: chargeIds } },
    { orderBy: { paidAt: 'asc', id: 'asc' }, disableIdentityMap: true },
  )
}
