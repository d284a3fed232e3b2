import type { TimelineFamily } from './timeline.ts'
import { entryName, eventName } from '../../../lib/i18n/status.ts'
import { counted, type Text } from '../../../lib/text.ts'
import { errorClassName } from '../../../lib/i18n/webhooks/attempts.ts'

/** Titles of what happened to a charge, apart from journal entries and webhook events. */
const FACTS: Readonly<Record<string, Text>> = {
  'charge.created': ['Cobrança criada', 'Charge created'],
  'payment.primary': ['Pagamento recebido', 'Payment received'],
  'payment.duplicate': ['Pagamento em duplicidade recebido', 'Duplicate payment received'],
  'payment.amount_mismatch': ['Pagamento de valor divergente recebido', 'Payment of another amount received'],
  'payment.after_final': ['Pagamento recebido após o encerramento', 'Payment received after the end'],
  'payment.unmatched': ['Pagamento não identificado recebido', 'Unmatched payment received'],
}

/** Texts for the status of a delivery. The timeline appends them to the name of the event. */
const DELIVERED: Readonly<Record<string, Text>> = {
  'delivery.pending': ['aguarda envio', 'waits to be sent'],
  'delivery.sending': ['em envio', 'is being sent'],
  'delivery.succeeded': ['entregue', 'delivered'],
  'delivery.failed': ['não entregue', 'not delivered'],
  'delivery.skipped': ['não enviado', 'not sent'],
}

/** Returns the title of a timeline item. An unknown kind is shown as it is. */
export function timelineTitle(
  item: { kind: string; eventType: string | null },
  family: TimelineFamily,
): Text {
  const { kind, eventType } = item
  if (family === 'delivery') {
    const [ptBr, en] = DELIVERED[kind] ?? [kind, kind]
    return [`Webhook ${eventType ?? ''} ${ptBr}`, `Webhook ${eventType ?? ''} ${en}`]
  }
  const known = family === 'journal' ? entryName[kind] : (FACTS[kind] ?? eventName[kind])
  return known ?? [kind, kind]
}

/**
 * Returns the endpoint's last answer to a delivery, and the number of attempts. Returns only the number while the
 * first attempt runs, and an empty text before the first attempt.
 */
export function deliveryDetail(item: {
  attempts: number | null
  lastStatusCode: number | null
  lastError: string | null
}): Text {
  const attempts = item.attempts ?? 0
  if (attempts === 0) return ['', '']
  const tries = counted(attempts, ['# tentativa', '# tentativas'], ['# attempt', '# attempts'])
  const answer = answerOf(item)
  return answer === null ? tries : [`${answer[0]}, ${tries[0]}`, `${answer[1]}, ${tries[1]}`]
}

/**
 * Returns the HTTP status of the last answer, or the reason why the endpoint did not answer; null before the first
 * attempt has ended.
 */
function answerOf(item: { lastStatusCode: number | null; lastError: string | null }): Text | null {
  const { lastStatusCode: status, lastError: error } = item
  if (status !== null) return [`HTTP ${status}`, `HTTP ${status}`]
  return error === null ? null : (errorClassName[error] ?? [error, error])
}
