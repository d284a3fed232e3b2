import { plusMs } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import type { SqlParameter } from '../kernel/database/sql.ts'
import { EXPIRY_GRACE_MS } from './charge.entity.ts'
import type { ChargeStatus } from './charge-status.ts'

/** What a list is restricted to, beside its search. */
export interface ListConditions {
  /** Null: of all merchants. */
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

/** Newest first: the order that the indexes of table charge have. */
export const NEWEST_FIRST = 'order by created_at desc, id desc'

/** A statement being written: gives each parameter its number. */
export class Parameters {
  readonly values: SqlParameter[] = []

  add(value: SqlParameter): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

/**
 * The conditions but for the status, as SQL on columns of table charge. The page's end is compared as a row, so that
 * an index on (…, created_at, id) is entered right there, however deep.
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
  // In the words of their own indexes.
  if (given.latePayment) all.push('late_payment')
  if (given.duplicates) all.push('payments_count > 1')
  if (given.after) {
    const { createdAt, id } = given.after
    all.push(`(created_at, id) < (${parameters.add(createdAt)}::timestamptz, ${parameters.add(id)}::uuid)`)
  }
  return all.join(' and ')
}

/** Whose reference is exactly the text: by the index of a merchant's, or by that of everybody's, in any case. */
export const referenceIs = (text: string): string =>
  `(order_reference = ${text}::text and lower(order_reference) = lower(${text}::text))`

/**
 * As `Charge.statusAt` says it: a pending charge past its time reads `expired`, also when the sweep is late. Nothing
 * when no status asked for depends on it: a statement may not have a parameter that it does not use.
 */
function expiryCutoff(ctx: Context, status: readonly ChargeStatus[], parameters: Parameters): string {
  if (!status.includes('pending') && !status.includes('expired')) return ''
  return `${parameters.add(plusMs(ctx.clock.now(), -EXPIRY_GRACE_MS))}::timestamptz`
}

/** The statuses asked for as one condition on columns of table charge. */
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

/** A part of a list that one index has in order. */
interface Branch {
  from: string
  condition: string
}

/** One branch a status; pending charges past their time are few, and found by when they were due. */
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

/** A statement that gives rows of table charge, with its parameters. */
export interface ChargesStatement {
  text: string
  values: SqlParameter[]
}

/** The newest `limit` charges under the conditions: an index scan without a sort for each status asked for. */
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
