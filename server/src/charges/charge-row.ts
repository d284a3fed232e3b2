import { Charge } from './charge.entity.ts'

/** A row of table charge as a statement returns it: int8 as bigint, timestamptz as Date, jsonb parsed. */
export type ChargeRow = Record<string, unknown>

/** The properties that REST responses need. Decoding all columns of a row costs more than finding the row. */
const SHOWN = [
  'merchantId',
  'id',
  'environment',
  'orderReference',
  'amountCents',
  'description',
  'status',
  'failureCode',
  'feePercentBps',
  'feeFixedCents',
  'feeCents',
  'netCents',
  'reserveCents',
  'refundedCents',
  'expiresAt',
  'paidAt',
  'latePayment',
  'isSimulated',
  'qrCodePayload',
  'endToEndId',
  'paymentsCount',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof Charge)[]

/** The part of a charge that REST responses show, with its computed properties. */
export type ShownCharge = Pick<
  Charge,
  (typeof SHOWN)[number] | 'txid' | 'isIssued' | 'statusAt' | 'failureMessage'
>

/** SQL column list of a `ShownCharge`. */
export const SHOWN_COLUMNS = SHOWN.map((property) =>
  property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
).join(', ')

/**
 * A prototype with the computed properties of Charge, without MikroORM's change tracking, which costs more than the
 * query.
 */
const detached: object = Object.create(Object.prototype, computedPropertiesOf(Charge.prototype))

function computedPropertiesOf(prototype: Charge): PropertyDescriptorMap {
  const { txid, isIssued, statusAt, failureMessage } = Object.getOwnPropertyDescriptors(prototype)
  return { txid, isIssued, statusAt, failureMessage }
}

/** A cache of the property name of each column. */
const properties = new Map<string, string>()

function propertyOf(column: string): string {
  const known = properties.get(column)
  if (known !== undefined) return known
  const property = column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  properties.set(column, property)
  return property
}

/** Converts a returned row to a detached charge, which bypasses the identity map and so is never an older copy. */
export function chargeOf(row: ChargeRow): Charge {
  const charge: Charge = Object.create(detached)
  for (const column of Object.keys(row)) Reflect.set(charge, propertyOf(column), row[column])
  return charge
}

/**
 * SQL condition "charge of merchant $1", for statements that also filter by charge ids. `is not distinct from` cannot
 * use an index, which leaves only the index on the ids to the planner. With `=`, stale statistics make the planner
 * estimate zero rows for a new merchant. It then reads all charges of that merchant.
 */
export const OF_MERCHANT = 'merchant_id is not distinct from $1::uuid'
