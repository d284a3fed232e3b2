import { clearingOf } from '../ledger/chart.ts'
import type { Entry } from '../ledger/post-entries.ts'
import type { NewEvent } from '../webhooks/events/record-events.ts'
import type { ClassifiedPayment } from './classify-payment.ts'

/** Builds the journal entries of one payment: a sale with its reserve, or money held for the payer. */
export function entriesOf(payment: ClassifiedPayment): Entry[] {
  return payment.charge && payment.sale ? saleEntries(payment, payment.charge.id) : [heldEntry(payment)]
}

function saleEntries(payment: ClassifiedPayment, chargeId: string): Entry[] {
  const { feeCents = 0n, netCents = 0n, reserveCents = 0n } = payment.sale ?? {}
  const { correlationId, paidAt: economicAt } = payment
  const common = { source: { type: 'charge' as const, id: chargeId }, chargeId, economicAt, correlationId }
  const paymentId = payment.id
  const paid: Entry = {
    ...common,
    eventType: 'charge.paid',
    dedupeKey: `charge.paid:${payment.endToEndId}`,
    lines: [
      { code: clearingOf(payment.pixAccountId), debitCents: payment.amountCents, paymentId },
      { code: 'fee_revenue', creditCents: feeCents, paymentId },
      { code: 'pending', creditCents: netCents, paymentId },
    ],
  }
  if (reserveCents === 0n) return [paid]
  const reserve: Entry = {
    ...common,
    eventType: 'reserve.held',
    dedupeKey: `reserve.held:${payment.endToEndId}`,
    lines: [
      { code: 'pending', debitCents: reserveCents, paymentId },
      { code: 'contract_reserve', creditCents: reserveCents, paymentId },
    ],
  }
  return [paid, reserve]
}

function heldEntry(payment: ClassifiedPayment): Entry {
  const { merchantId, chargeId, caseId = '', id: paymentId, correlationId } = payment
  return {
    eventType: 'charge.payment_held',
    source: chargeId === undefined ? { type: 'gateway', id: merchantId } : { type: 'charge', id: chargeId },
    dedupeKey: `payment_held:${payment.endToEndId}`,
    economicAt: payment.paidAt,
    correlationId,
    ...(chargeId === undefined ? {} : { chargeId }),
    lines: [
      { code: clearingOf(payment.pixAccountId), debitCents: payment.amountCents, paymentId, caseId },
      { code: 'case_hold_payer', creditCents: payment.amountCents, paymentId, caseId },
    ],
  }
}

/** Builds the event of one payment: `charge.paid`, or `charge.payment_held`. */
export function eventOf(payment: ClassifiedPayment): NewEvent {
  const { charge, sale } = payment
  const common = {
    source: charge
      ? { type: 'charge' as const, id: charge.id }
      : { type: 'payment' as const, id: payment.id },
    environment: charge?.environment ?? ('production' as const),
    correlationId: payment.correlationId,
    causedBy: payment.inboxId,
  }
  if (!charge || !sale) {
    return {
      ...common,
      type: 'charge.payment_held',
      data: {
        charge_id: charge?.id ?? null,
        order_reference: charge?.orderReference ?? null,
        payment_id: payment.id,
        end_to_end_id: payment.endToEndId,
        amount_cents: payment.amountCents.toString(),
        classification: payment.classification,
        case_id: payment.caseId ?? null,
      },
    }
  }
  return {
    ...common,
    type: 'charge.paid',
    data: {
      charge_id: charge.id,
      order_reference: charge.orderReference,
      amount_cents: charge.amountCents.toString(),
      fee_cents: sale.feeCents.toString(),
      net_cents: sale.netCents.toString(),
      reserve_cents: sale.reserveCents.toString(),
      paid_at: payment.paidAt.toISOString(),
      end_to_end_id: payment.endToEndId,
      late_payment: charge.latePayment,
      case_id: null,
    },
  }
}
