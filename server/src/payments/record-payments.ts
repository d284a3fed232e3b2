import { transaction, type Context, type Tx } from '../kernel/context.ts'
import { postEntriesOfMerchants } from '../ledger/post-entries.ts'
import { recordEventsOfMerchants } from '../webhooks/events/record-events.ts'
import type { Charge } from '../charges/charge.entity.ts'
import { classifyPayment, type ClassifiedPayment, type InboxPayment } from './classify-payment.ts'
import { computeSale, type Sale } from './fee.ts'
import { PAYMENT_TO_BALANCE } from './payment-metrics.ts'
import { entriesOf, eventOf } from './payment-postings.ts'
import { lockPayments } from './lock-payments.ts'
import { insertCases, writeRecorded } from './record-payments.sql.ts'
import { startRecordings } from './trace-recording.ts'

/** The result of one transaction. */
export interface RecordedPayments {
  count: number
  /** The merchants whose payments were not tried, because another transaction has locked their ledger or a charge. */
  busy: Set<string>
}

/**
 * Records payments of one or several merchants in the given order, in one transaction. Writes the payments, journal
 * entries, charges, cases, events and their deliveries, and marks the inbox rows as done. The first payment of a
 * charge's exact amount makes the charge `paid`; every other payment is held for its payer. Skips rows that another
 * process has recorded or is recording. The number of statements does not depend on the number of merchants. Only with
 * several merchants, some of them can be `busy`: see `lockPayments`.
 */
export async function recordPayments(ctx: Context, waiting: InboxPayment[]): Promise<RecordedPayments> {
  const spans = startRecordings(ctx, waiting)
  const { recorded, busy } = await transaction(ctx, (tx) => record(tx, waiting))
  for (const payment of recorded) {
    const { correlationId, merchantId, charge, classification } = payment
    ctx.log.info(
      { correlation_id: correlationId, merchant_id: merchantId, charge_id: charge?.id, classification },
      'payment recorded',
    )
    spans.end(payment)
  }
  measureSales(ctx, recorded)
  return { count: recorded.length, busy }
}

async function record(
  tx: Tx,
  waiting: InboxPayment[],
): Promise<{ recorded: ClassifiedPayment[]; busy: Set<string> }> {
  const now = tx.clock.now()
  const { payments, charges, busy } = await lockPayments(tx, waiting)
  if (payments.length === 0) return { recorded: [], busy }
  const recorded = payments.map((payment) => classify(tx, payment, charges, now))

  const journalIds = await postPayments(tx, recorded, now)
  await insertCases(tx, recorded, now)
  await writeRecorded(tx, { payments: recorded, journalIds, charges: Array.from(charges.values()), now })
  const events = recorded.map((payment) => ({ merchantId: payment.merchantId, event: eventOf(payment) }))
  await recordEventsOfMerchants(tx, events, now)
  return { recorded, busy }
}

/** Posts the entries of the payments. Returns the journal id of the first entry of each payment, by payment id. */
async function postPayments(
  tx: Tx,
  payments: ClassifiedPayment[],
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  const merchants = Array.from(Map.groupBy(payments, ({ merchantId }) => merchantId))
  const batches = merchants.map(([merchantId, ofMerchant]) => {
    const entries = ofMerchant.map(entriesOf)
    return { merchantId, ofMerchant, entries: entries.flat(), firsts: startIndexes(entries) }
  })
  const posted = await postEntriesOfMerchants(tx, batches, now)
  return new Map(
    batches.flatMap(({ ofMerchant, firsts }, n) =>
      ofMerchant.map(({ id }, index) => [id, posted[n]?.[firsts[index] ?? 0]?.journalId ?? ''] as const),
    ),
  )
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
 * Refuses a payment that the PSP of another account reported. Only the PSP of the charge's account can receive payments
 * of the charge, so the report is wrong. The job retries the inbox row of such a payment and finally parks the row, so
 * that staff decide.
 */
function assertSameAccount(charge: Charge, { pixAccountId }: InboxPayment): void {
  if (charge.pixAccountId === pixAccountId) return
  throw new Error(
    `the charge belongs to the receiving account ${charge.pixAccountId}, but ${pixAccountId} reported its payment`,
  )
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
