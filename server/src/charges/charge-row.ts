import { Charge } from './charge.entity.ts'

/** A row of table charge as a statement returns it: int8 as bigint, timestamptz as Date, jsonb parsed. */
export type ChargeRow = Record<string, unknown>

/** The columns of what a merchant is shown of a charge: describing all of a row costs more than finding it. */
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

/** What a merchant is shown of a charge, and what it answers about itself. */
export type ShownCharge = Pick<
  Charge,
  (typeof SHOWN)[number] | 'txid' | 'isIssued' | 'statusAt' | 'failureMessage'
>

/** For a statement that returns charges to be shown, and no more. */
export const SHOWN_COLUMNS = SHOWN.map((property) =>
  property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
).join(', ')

/** What a charge answers about itself, without the entity's tracking of changes, which costs more than the query. */
const detached: object = Object.create(Object.prototype, answersOf(Charge.prototype))

function answersOf(prototype: Charge): PropertyDescriptorMap {
  const { txid, isIssued, statusAt, failureMessage } = Object.getOwnPropertyDescriptors(prototype)
  return { txid, isIssued, statusAt, failureMessage }
}

/** The name of each column's property, filled as columns are met. */
const properties = new Map<string, string>()

function propertyOf(column: string): string {
  const known = properties.get(column)
  if (known !== undefined) return known
  const property = column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  properties.set(column, property)
  return property
}

/** The charge of a returned row, detached: what stands in the database now, never an older copy. */
export function chargeOf(row: ChargeRow): Charge {
  const charge: Charge = Object.create(detached)
  for (const column of Object.keys(row)) Reflect.set(charge, propertyOf(column), row[column])
  return charge
}

/**
 * "Of merchant $1", for statements that name charges by their ids: written so that the index of ids is the only way
 * to them. A merchant who came after the database last looked at its tables is thought to have no rows, and `=` would
 * have all of its charges read for a few.
 */
export const OF_MERCHANT = 'merchant_id is not distinct from $1::uuid'

/**
 * SQL for the charge id in a column of txids; null for a foreign txid. CASE, because PostgreSQL may evaluate the parts
 * of an AND in any order: a cast beside a test would also meet the texts that fail it.
 */
export const chargeIdIn = (txid: string): string =>
  `case when ${txid} ~ '^[0-9a-fA-F]{32}$' then ${txid}::uuid end`
