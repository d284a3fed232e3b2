import { transaction, type Context, type Tx } from '../kernel/context.ts'
import { lockLedger, postEntries } from '../ledger/post-entries.ts'
import { recordEvents } from '../webhooks/events/record-events.ts'
import type { Charge } from '../charges/charge.entity.ts'
import { classifyPayment, type ClassifiedPayment, type InboxPayment } from './classify-payment.ts'
import { computeSale, type Sale } from './fee.ts'
import { PAYMENT_TO_BALANCE } from './payment-metrics.ts'
import { entriesOf, eventOf } from './payment-postings.ts'
import { startRecordings } from './trace-recording.ts'
import { insertCases, lockCharges, lockInbox, writeRecorded } from './record-payments.sql.ts'

/**
 * Records payments of one merchant in the given order, in one transaction. Writes the payments, journal entries,
 * charges, cases, events and their deliveries, and marks the inbox rows as done. The first payment of a charge's exact
 * amount makes the charge `paid`; every other payment is held for its payer. Skips rows that another process has
 * recorded or is recording. Returns how many payments it recorded.
 */
export async function recordPayments(
  ctx: Context,
  merchantId: string,
  waiting: InboxPayment[],
): Promise<number> {
  const spans = startRecordings(ctx, waiting)
  const recorded = await transaction(ctx, (tx) => record(tx, merchantId, waiting))
  for (const payment of recorded) {
    const { correlationId, charge, classification } = payment
    ctx.log.info(
      { correlation_id: correlationId, merchant_id: merchantId, charge_id: charge?.id, classification },
      'payment recorded',
    )
    spans.end(payment)
  }
  measureSales(ctx, recorded)
  return recorded.length
}

async function record(tx: Tx, merchantId: string, waiting: InboxPayment[]): Promise<ClassifiedPayment[]> {
  const now = tx.clock.now()
  await lockLedger(tx, merchantId)
  const payments = await lockInbox(tx, waiting)
  if (payments.length === 0) return []
  const charges = await lockCharges(tx, merchantId, payments)
  const classified = payments.map((payment) => classify(tx, payment, charges, now))

  const entries = classified.map((payment) => entriesOf(merchantId, payment))
  const posted = await postEntries(tx, merchantId, entries.flat(), now)
  const journalIds = startIndexes(entries).map((index) => posted[index]?.journalId ?? '')

  await insertCases(tx, merchantId, classified, now)
  await writeRecorded(tx, merchantId, {
    payments: classified,
    journalIds,
    charges: Array.from(charges.values()),
    now,
  })
  await recordEvents(tx, merchantId, classified.map(eventOf), now)
  return classified
}

/**
 * Measures how long the money of each sale took to reach the balance. Counts a negative time as 0, because the
 * network's clock may be ahead of the service's clock.
 */
function measureSales({ clock, metrics }: Context, payments: ClassifiedPayment[]): void {
  const nowMs = clock.now().getTime()
  for (const { paidAt } of payments.filter(({ sale }) => sale !== undefined))
    metrics.observe(PAYMENT_TO_BALANCE, {}, Math.max(0, nowMs - paidAt.getTime()) / 1_000)
}

/** Returns the index at which each list starts in the concatenation of all lists. */
function startIndexes(lists: readonly (readonly unknown[])[]): number[] {
  let next = 0
  return lists.map((list) => {
    const first = next
    next += list.length
    return first
  })
}

/**
 * Classifies one payment and updates its charge in memory. Thus the next payment of the same charge is classified by
 * the new status.
 */
function classify(tx: Tx, payment: InboxPayment, charges: Map<string, Charge>, now: Date): ClassifiedPayment {
  const charge = payment.chargeId === undefined ? undefined : charges.get(payment.chargeId)
  if (charge) assertSameAccount(charge, payment)
  const classification = classifyPayment(charge, payment.amountCents)
  const sale = charge && classification === 'primary' ? computeSale(charge.amountCents, charge) : undefined
  if (charge) charge.paymentsCount += 1
  if (charge && sale) markPaid(charge, payment, sale)
  return {
    ...payment,
    id: tx.ids.uuid(now),
    classification,
    charge,
    sale,
    caseId: sale ? undefined : tx.ids.uuid(now),
  }
}

/**
 * Refuses a payment that the PSP of another account reported. Only the PSP of the charge's account can receive its
 * payments, so the report is wrong. The job retries the inbox row of such a payment and finally parks the row, so that
 * staff decide.
 */
function assertSameAccount(charge: Charge, { pixAccountId }: InboxPayment): void {
  if (charge.pixAccountId === pixAccountId) return
  throw new Error(`the charge belongs to the account ${charge.pixAccountId}, not to ${pixAccountId}`)
}

function markPaid(charge: Charge, payment: InboxPayment, sale: Sale): void {
  charge.status = 'paid'
  charge.paidAt = payment.paidAt
  charge.endToEndId = payment.endToEndId
  charge.latePayment = charge.expiresAt !== null && payment.paidAt > charge.expiresAt
  charge.feeCents = sale.feeCents
  charge.netCents = sale.netCents
  charge.reserveCents = sale.reserveCents
  charge.pendingLeftCents = sale.netCents - sale.reserveCents
  charge.reserveLeftCents = sale.reserveCents
  charge.feeLeftCents = sale.feeCents
}
