import type { Charge } from '../charges/charge.entity.ts'
import type { Classification, Payment } from '../charges/payment.entity.ts'
import type { DeliveryStatus, WebhookDelivery } from '../webhooks/delivery.entity.ts'
import type { WebhookEvent } from '../webhooks/event.entity.ts'
import type { ChargeLine } from './statement.queries.ts'

/** Something that happened to a charge. `kind` is for programs, `title` and `detail` for people. */
export interface TimelineItem {
  at: Date
  kind: string
  title: string
  detail: string | null
  deliveryId: string | null
  eventId: string | null
  journalId: string | null
}

/** Everything that is known of a charge. */
export interface ChargeHistory {
  charge: Pick<Charge, 'createdAt' | 'orderReference'>
  payments: Pick<Payment, 'classification' | 'endToEndId' | 'paidAt'>[]
  events: Pick<WebhookEvent, 'type' | 'createdAt'>[]
  lines: Pick<ChargeLine, 'journalId' | 'eventType' | 'description' | 'postedAt'>[]
  deliveries: Pick<
    WebhookDelivery,
    | 'id'
    | 'eventId'
    | 'eventType'
    | 'status'
    | 'attempts'
    | 'lastStatusCode'
    | 'lastError'
    | 'createdAt'
    | 'finishedAt'
  >[]
}

/** What happened to a charge in one line of time, the oldest first. What was at one moment stays in this order. */
export function timelineOf({ charge, payments, events, lines, deliveries }: ChargeHistory): TimelineItem[] {
  const created = item(charge.createdAt, 'charge.created', 'Cobrança criada', charge.orderReference)
  const entries = new Map(lines.map((line) => [line.journalId, line]))
  return [
    created,
    ...payments.map((payment) =>
      item(
        payment.paidAt,
        `payment.${payment.classification}`,
        PAYMENTS[payment.classification],
        payment.endToEndId,
      ),
    ),
    ...events.map((event) => item(event.createdAt, event.type, FACTS[event.type] ?? event.type)),
    ...Array.from(entries.values(), (line) => ({
      ...item(line.postedAt, line.eventType, line.description),
      journalId: line.journalId,
    })),
    ...deliveries.map((delivery) => ({
      ...item(delivery.finishedAt ?? delivery.createdAt, `delivery.${delivery.status}`, titleOf(delivery)),
      detail: outcomeOf(delivery),
      deliveryId: delivery.id,
      eventId: delivery.eventId,
    })),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

function item(at: Date, kind: string, title: string, detail: string | null = null): TimelineItem {
  return { at, kind, title, detail, deliveryId: null, eventId: null, journalId: null }
}

const PAYMENTS: Record<Classification, string> = {
  primary: 'Pagamento recebido',
  duplicate: 'Pagamento em duplicidade recebido',
  amount_mismatch: 'Pagamento de valor divergente recebido',
  after_final: 'Pagamento recebido após o encerramento',
  unmatched: 'Pagamento não identificado recebido',
}

const FACTS: Partial<Record<string, string>> = {
  'charge.issued': 'Código Pix emitido',
  'charge.paid': 'Pagamento confirmado',
  'charge.expired': 'Código Pix expirou',
  'charge.failed': 'Emissão recusada',
  'charge.cancelled': 'Cobrança cancelada',
  'charge.refunded': 'Devolução concluída',
  'charge.payment_held': 'Pagamento retido para devolução',
  'charge.payment_returned': 'Pagamento retido devolvido ao pagador',
  'refund.created': 'Devolução solicitada',
  'refund.completed': 'Devolução enviada ao pagador',
  'refund.failed': 'Devolução não realizada',
  'dispute.opened': 'Contestação aberta',
  'dispute.deadline': 'Prazo da contestação próximo do fim',
  'dispute.closed': 'Contestação encerrada',
}

const DELIVERED: Record<DeliveryStatus, string> = {
  pending: 'aguarda envio',
  sending: 'em envio',
  succeeded: 'entregue',
  failed: 'não entregue',
  skipped: 'não enviado',
}

const titleOf = ({ eventType, status }: { eventType: string; status: DeliveryStatus }): string =>
  `Webhook ${eventType} ${DELIVERED[status]}`

function outcomeOf({
  attempts,
  lastStatusCode,
  lastError,
}: ChargeHistory['deliveries'][number]): string | null {
  if (attempts === 0) return null
  const last = lastStatusCode ? `HTTP ${lastStatusCode}` : lastError
  return [last, attempts === 1 ? '1 tentativa' : `${attempts} tentativas`].filter(Boolean).join(', ')
}
