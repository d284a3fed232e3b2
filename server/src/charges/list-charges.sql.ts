import { plusMs } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import type { SqlParameter } from '../kernel/database/sql.ts'
import { EXPIRY_GRACE_MS } from './charge.entity.ts'
import type { ChargeStatus } from './charge-status.ts'

/** The filters of a list, except its search text. */
export interface ListConditions {
  /** Null lists the charges of all merchants. */
  merchantId: string | null
  status: readonly ChargeStatus[]
  orderReference: string | undefined
  createdFrom: Date | undefined
  createdTo: Date | undefined
  amountFromCents: bigint | undefined
  amountToCents: bigint | undefined
  latePayment: boolean
  duplicates: boolean
  after: { createdAt: Date; id: string } | undefined
}

/** The order of the indexes of table charge. */
export const NEWEST_FIRST = 'order by created_at desc, id desc'

/** Collects the parameters of a statement and returns the placeholder of each. */
export class Parameters {
  readonly values: SqlParameter[] = []

  add(value: SqlParameter): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

/**
 * Returns all conditions except the status as SQL on columns of table charge. Keyset pagination: the cursor is compared
 * as a row, so an index on (…, created_at, id) is entered at the cursor at any depth.
 */
export function commonConditions(ctx: Context, given: ListConditions, parameters: Parameters): string {
  const now = parameters.add(ctx.clock.now())
  const all = [`(issuing_until is null or issuing_until <= ${now}::timestamptz)`]
  const where = (column: string, sign: string, value: SqlParameter | undefined): void => {
    if (value !== undefined && value !== null) all.push(`${column} ${sign} ${parameters.add(value)}`)
  }
  where('merchant_id', '=', given.merchantId)
  if (given.orderReference !== undefined) all.push(referenceIs(parameters.add(given.orderReference)))
  where('created_at', '>=', given.createdFrom)
  where('created_at', '<', given.createdTo)
  where('amount_cents', '>=', given.amountFromCents)
  where('amount_cents', '<=', given.amountToCents)
  // Written exactly as in the predicates of the partial indexes.
  if (given.latePayment) all.push('late_payment')
  if (given.duplicates) all.push('payments_count > 1')
  if (given.after) {
    const { createdAt, id } = given.after
    all.push(`(created_at, id) < (${parameters.add(createdAt)}::timestamptz, ${parameters.add(id)}::uuid)`)
  }
  return all.join(' and ')
}

/**
 * SQL condition that the order reference equals the text. The first part matches the index of one merchant's
 * references, the second the lower-case index over all merchants.
 */
export const referenceIs = (text: string): string =>
  `(order_reference = ${text}::text and lower(order_reference) = lower(${text}::text))`

/**
 * Returns SQL for the time before which a pending charge counts as expired, consistent with `Charge.statusAt`. Returns
 * an empty text when no requested status needs it, because PostgreSQL refuses unused parameters.
 */
function expiryCutoff(ctx: Context, status: readonly ChargeStatus[], parameters: Parameters): string {
  if (!status.includes('pending') && !status.includes('expired')) return ''
  return `${parameters.add(plusMs(ctx.clock.now(), -EXPIRY_GRACE_MS))}::timestamptz`
}

/** Returns the requested statuses as one SQL condition on columns of table charge. */
export function statusCondition(
  ctx: Context,
  status: readonly ChargeStatus[],
  parameters: Parameters,
): string {
  if (status.length === 0) return 'true'
  const limit = expiryCutoff(ctx, status, parameters)
  const each = status.map((one) => {
    if (one === 'pending') return `status = 'pending' and expires_at >= ${limit}`
    return one === 'expired'
      ? `status = 'expired' or status = 'pending' and expires_at < ${limit}`
      : `status = '${one}'`
  })
  return `(${each.join(' or ')})`
}

/** A part of a list that one index returns in order. */
interface Branch {
  from: string
  condition: string
}

/**
 * Returns one branch for each status. Pending charges past their expiry time are few; `offset 0` makes the planner find
 * them by the index on the expiry time.
 */
function statusBranches(ctx: Context, status: readonly ChargeStatus[], parameters: Parameters): Branch[] {
  if (status.length === 0) return [{ from: 'charge', condition: 'true' }]
  const limit = expiryCutoff(ctx, status, parameters)
  const late = `(select * from charge where status = 'pending' and expires_at < ${limit} offset 0) as late`
  return status.flatMap((one) => {
    const stored = { from: 'charge', condition: `status = '${one}'` }
    if (one === 'pending') return [{ ...stored, condition: `${stored.condition} and expires_at >= ${limit}` }]
    return one === 'expired' ? [stored, { from: late, condition: 'true' }] : [stored]
  })
}

/** A statement that selects rows of table charge, with its parameters. */
export interface ChargesStatement {
  text: string
  values: SqlParameter[]
}

/** Selects the newest `limit` charges that match. Uses one index scan without a sort for each requested status. */
export function selectCharges(ctx: Context, given: ListConditions, limit: number): ChargesStatement {
  const parameters = new Parameters()
  const common = commonConditions(ctx, given, parameters)
  const branches = statusBranches(ctx, given.status, parameters).map(
    ({ from, condition }) =>
      `(select * from ${from} where ${condition} and ${common} ${NEWEST_FIRST} limit ${limit})`,
  )
  const text =
    branches.length === 1
      ? branches.join('')
      : `select * from (${branches.join(' union all ')}) as listed ${NEWEST_FIRST} limit ${limit}`
  return { text, values: parameters.values }
}
