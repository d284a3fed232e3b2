import type { Expression, SqlBool } from 'kysely'
import type { Context } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import { hasDifference, needsAttention } from './attention/attention.ts'
import { CHARGE_COLUMNS, isVisible, onCharge } from './charge.queries.ts'
import { includesOverdue, isOverdue, isStoredAs } from './charge-expiry.ts'
import type { ChargeStatus } from './charge-status.ts'

/** The filters of a list, except its search text. */
export interface ListConditions {
  /** The merchant whose charges are listed; null for all merchants. */
  merchantId: string | null
  status: readonly ChargeStatus[]
  orderReference: string | undefined
  createdFrom: Date | undefined
  createdTo: Date | undefined
  amountFromCents: bigint | undefined
  amountToCents: bigint | undefined
  latePayment: boolean
  duplicates: boolean
  needsAttention: boolean
  hasDifference: boolean
  after: { createdAt: Date; id: string } | undefined
}

/**
 * Returns the condition of all filters except the status. For keyset pagination, the condition compares the row
 * (created_at, id) with the cursor: PostgreSQL starts scanning an index on (…, created_at, id) at the cursor.
 */
export function commonConditions(ctx: Context, given: ListConditions): Expression<SqlBool> {
  const all = [isVisible(ctx.clock.now())]
  if (given.merchantId !== null) all.push(onCharge('charge.merchant_id', '=', given.merchantId))
  if (given.orderReference !== undefined) all.push(referenceIs(given.orderReference))
  if (given.createdFrom) all.push(onCharge('charge.created_at', '>=', given.createdFrom))
  if (given.createdTo) all.push(onCharge('charge.created_at', '<', given.createdTo))
  if (given.amountFromCents !== undefined)
    all.push(onCharge('charge.amount_cents', '>=', given.amountFromCents))
  if (given.amountToCents !== undefined) all.push(onCharge('charge.amount_cents', '<=', given.amountToCents))
  // These conditions are written exactly as in the predicates of the partial indexes, so that the planner can use
  // them.
  if (given.latePayment) all.push(onCharge.ref('charge.late_payment'))
  if (given.duplicates) all.push(onCharge('charge.payments_count', '>', onCharge.lit(1)))
  if (given.needsAttention) all.push(needsAttention(ctx.clock.now()))
  if (given.hasDifference) all.push(hasDifference)
  if (given.after) {
    const { createdAt, id } = given.after
    all.push(
      onCharge(onCharge.refTuple('charge.created_at', 'charge.id'), '<', onCharge.tuple(createdAt, id)),
    )
  }
  return onCharge.and(all)
}

const lower = (value: Expression<string>) => onCharge.fn('lower', [value])

/**
 * Returns the condition that the order reference equals the text. The first comparison can use the index on one
 * merchant's references, and the second the lower-case index over all merchants.
 */
export function referenceIs(text: string): Expression<SqlBool> {
  return onCharge.and([
    onCharge('charge.order_reference', '=', text),
    onCharge(
      lower(onCharge.ref('charge.order_reference')),
      '=',
      lower(onCharge.cast(onCharge.val(text), 'text')),
    ),
  ])
}

const allCharges = (ctx: Context) => db(ctx).selectFrom('charge')

/** A query of the table charge, or of a subselect that selects rows of this table and has the alias charge. */
export type ChargeQuery = ReturnType<typeof allCharges>

/**
 * Selects the charges that are stored as `pending` but shown to readers as `expired`. There are only a few such
 * charges. `offset 0` makes the planner find them with the index on the expiry time.
 */
const overdueCharges = (ctx: Context, now: Date) =>
  db(ctx).selectFrom((charge) =>
    charge.selectFrom('charge').selectAll().where(isOverdue(now)).offset(charge.lit(0)).as('charge'),
  )

/** Keeps the newest `limit` charges of a query. The sort order is the order of the indexes of the table charge. */
export const newest = (query: ChargeQuery, limit: number): ChargeQuery =>
  query.orderBy('charge.created_at', 'desc').orderBy('charge.id', 'desc').limit(limit)

/**
 * Selects the newest `limit` charges that match. The query uses one index scan without a sort for each requested
 * status.
 */
export function selectCharges(ctx: Context, given: ListConditions, limit: number) {
  const now = ctx.clock.now()
  const common = commonConditions(ctx, given)
  const branches = given.status.map((one) => allCharges(ctx).where(isStoredAs(one, now)))
  if (includesOverdue(given.status)) branches.push(overdueCharges(ctx, now))
  const [first, ...others] = branches.map((branch) => newest(branch.where(common), limit))
  if (!first) return newest(allCharges(ctx).where(common), limit).select(CHARGE_COLUMNS)
  if (others.length === 0) return first.select(CHARGE_COLUMNS)
  const rowsOf = (branch: ChargeQuery) =>
    db(ctx).selectFrom(branch.selectAll('charge').as('charge')).selectAll()
  const rows = others.reduce((all, branch) => all.unionAll(rowsOf(branch)), rowsOf(first))
  return newest(db(ctx).selectFrom(rows.as('charge')), limit).select(CHARGE_COLUMNS)
}
