import { sql, type Kysely } from 'kysely'
import type { Tx } from '../kernel/context.ts'
import { isOneOf, preparedQuery, type Given } from '../kernel/database/prepared-query.ts'
import { SAME_MERCHANT } from '../kernel/database/same-merchant.ts'
import type { Tables } from '../kernel/database/tables.ts'
import type { Charge } from '../charges/charge.entity.ts'
import { CHARGE_COLUMNS } from '../charges/charge.queries.ts'
import type { InboxPayment } from './classify-payment.ts'

/**
 * Locks the inbox rows that are still waiting, and returns their payments. Skips rows that another process has locked
 * or recorded.
 */
export async function lockInbox(tx: Tx, payments: InboxPayment[]): Promise<InboxPayment[]> {
  const rows = await lockWaiting(tx, { ids: payments.map((payment) => payment.inboxId) })
  const locked = new Set(rows.map((row) => row.id))
  return payments.filter((payment) => locked.has(payment.inboxId))
}

const lockWaiting = preparedQuery((compiler, given: Given<{ ids: string[] }>) =>
  compiler
    .selectFrom('network_inbox')
    .select('id')
    .where(isOneOf('id', given('ids')))
    .where('state', '=', 'waiting')
    .orderBy('id')
    .forUpdate()
    .skipLocked(),
)

interface ChargeIds {
  /** The ids of the charges, and the merchant of each. */
  ids: string[]
  merchantIds: string[]
}

/** Locks the charges in the order of their ids, which prevents deadlocks. */
const lockingCharges = (compiler: Kysely<Tables>, given: Given<ChargeIds>) =>
  compiler
    .selectFrom('charge')
    .select(CHARGE_COLUMNS)
    .where(isOneOf('charge.id', given('ids')))
    .where(
      'charge.merchant_id',
      SAME_MERCHANT,
      sql<string>`(${given('merchantIds')}::uuid[])[array_position(${given('ids')}::uuid[], charge.id)]`,
    )
    .orderBy('charge.id')
    .forNoKeyUpdate()

const lockOrWait = preparedQuery(lockingCharges)

const lockFree = preparedQuery((compiler: Kysely<Tables>, given: Given<ChargeIds>) =>
  lockingCharges(compiler, given).skipLocked(),
)

/** Locks the charges of the payments. Returns them by id. */
export const lockCharges = (tx: Tx, payments: InboxPayment[]): Promise<Map<string, Charge>> =>
  chargesOf(tx, payments, lockOrWait)

/**
 * Locks the charges of the payments, without waiting for another transaction. Leaves out the charges that another
 * transaction has locked.
 */
export const tryLockCharges = (tx: Tx, payments: InboxPayment[]): Promise<Map<string, Charge>> =>
  chargesOf(tx, payments, lockFree)

async function chargesOf(
  tx: Tx,
  payments: InboxPayment[],
  lock: typeof lockOrWait,
): Promise<Map<string, Charge>> {
  const named = payments.flatMap(({ merchantId, chargeId }) =>
    chargeId === undefined ? [] : { merchantId, chargeId },
  )
  const charges = await lock(tx, {
    ids: named.map(({ chargeId }) => chargeId),
    merchantIds: named.map(({ merchantId }) => merchantId),
  })
  return new Map(charges.map((charge) => [charge.id, charge]))
}
