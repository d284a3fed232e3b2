import type { Tx } from '../kernel/context.ts'
import { lockLedger, tryLockLedgers } from '../ledger/post-entries.ts'
import type { Charge } from '../charges/charge.entity.ts'
import type { InboxPayment } from './classify-payment.ts'
import { lockCharges, lockInbox, tryLockCharges } from './lock-payments.sql.ts'

/** The rows that a transaction has locked in order to record payments. */
export interface LockedPayments {
  /** The payments to record, in the given order. Their inbox rows, ledgers and charges are locked. */
  payments: InboxPayment[]
  /** The charges of these payments, by id. */
  charges: Map<string, Charge>
  /** The merchants whose payments are left out, because another transaction has locked their ledger or a charge. */
  busy: Set<string>
}

/**
 * Locks the payments that are still waiting. For payments of one merchant, waits for other transactions of this
 * merchant. For payments of several merchants, waits for no other transaction: otherwise the payments of all these
 * merchants would wait for the lock of one merchant, and transactions that lock several ledgers could deadlock.
 */
export async function lockPayments(tx: Tx, waiting: InboxPayment[]): Promise<LockedPayments> {
  const [merchantId, ...more] = merchantsOf(waiting)
  if (merchantId === undefined) return nothing()
  return more.length === 0 ? lockOfMerchant(tx, merchantId, waiting) : lockOfMerchants(tx, waiting)
}

const merchantsOf = (payments: readonly InboxPayment[]): Set<string> =>
  new Set(payments.map(({ merchantId }) => merchantId))

const nothing = (busy = new Set<string>()): LockedPayments => ({ payments: [], charges: new Map(), busy })

async function lockOfMerchant(tx: Tx, merchantId: string, waiting: InboxPayment[]): Promise<LockedPayments> {
  await lockLedger(tx, merchantId)
  const payments = await lockInbox(tx, waiting)
  if (payments.length === 0) return nothing()
  return { payments, charges: await lockCharges(tx, payments), busy: new Set() }
}

/**
 * Locks the inbox rows first. So a process whose rows another process is recording locks no ledger, and does not report
 * the merchants as busy.
 */
async function lockOfMerchants(tx: Tx, waiting: InboxPayment[]): Promise<LockedPayments> {
  const rows = await lockInbox(tx, waiting)
  const merchants = merchantsOf(rows)
  if (merchants.size === 0) return nothing()
  const ledgers = await tryLockLedgers(tx, Array.from(merchants))
  const booked = rows.filter(({ merchantId }) => ledgers.has(merchantId))
  if (booked.length === 0) return nothing(merchants)
  const charges = await tryLockCharges(tx, booked)
  const isFree = ({ merchantId, chargeId }: InboxPayment): boolean =>
    ledgers.has(merchantId) && (chargeId === undefined || charges.has(chargeId))
  const busy = merchantsOf(rows.filter((payment) => !isFree(payment)))
  return {
    payments: rows.filter(({ merchantId }) => !busy.has(merchantId)),
    charges: new Map(Array.from(charges).filter(([, { merchantId }]) => !busy.has(merchantId))),
    busy,
  }
}
