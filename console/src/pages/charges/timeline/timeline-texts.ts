import { disputeNature } from '../../../lib/i18n/finance/cases.ts'
import { named } from '../../../lib/i18n/people/audit.ts'
import { entryName, eventName, eventText } from '../../../lib/i18n/status.ts'
import { errorClassName } from '../../../lib/i18n/webhooks/error-class-name.ts'
import { counted, type Text } from '../../../lib/text.ts'
import { ofStatus, refundReason } from '../texts.ts'

export const timeline = {
  title: ['Linha do tempo', 'Timeline'],
  empty: ['Nada aconteceu ainda.', 'Nothing has happened yet.'],
  entry: ['Lançamento', 'Journal entry'],
  case: ['Caso', 'Case'],
  payout: ['Repasse', 'Payout'],
} as const

/** Titles of the facts about a charge, apart from journal entries and webhook events. See `ofStatus`. */
const FACTS: Readonly<Record<string, Text>> = {
  'charge.created': ['Cobrança criada', 'Charge created'],
  'payment.primary': ['Pagamento recebido', 'Payment received'],
  'payment.duplicate': ['Pagamento em duplicidade recebido', 'Duplicate payment received'],
  'payment.amount_mismatch': [
    'Pagamento de valor divergente recebido',
    'Payment of a different amount received',
  ],
  'payment.after_final': ['Pagamento recebido após o encerramento', 'Payment received after closing'],
  'payment.after_final cancelled': [
    'Pagamento recebido após o cancelamento',
    'Payment received after cancellation',
  ],
  'payment.unmatched': ['Pagamento não identificado recebido', 'Unmatched payment received'],
  'payment.settled': ['Pagamento liquidado na rede', 'Payment settled at the network'],
  'payment.return_requested': ['Devolução do pagamento solicitada', 'Refund of the payment requested'],
  'payment.return_failed': ['Devolução de pagamento retido falhou', 'Held-payment refund failed'],
  'payment.returned': ['Pagamento retido devolvido ao pagador', 'Held payment refunded to the payer'],
  'refund.requested': ['Devolução solicitada', 'Refund requested'],
  'refund.completed': ['Devolução concluída', 'Refund completed'],
  'refund.failed': ['Devolução falhou', 'Refund failed'],
  'dispute.answered': ['Defesa registrada', 'Evidence recorded'],
  'dispute.decided': ['Contestação decidida', 'Dispute decided'],
  'payout.paid': ['Saiu em um repasse', 'Paid out to the bank account'],
}

/** Returns the title of a timeline item of a charge with this status. An unknown kind is shown as it is. */
export const timelineTitle = (kind: string, status?: string): Text =>
  ofStatus(FACTS, kind, status) ?? eventName[kind] ?? entryName[kind] ?? [kind, kind]

const RESULTS: Readonly<Record<string, Text>> = {
  accepted: ['Aceita', 'Accepted'],
  partly_accepted: ['Aceita em parte', 'Partially accepted'],
  rejected: ['Rejeitada', 'Rejected'],
  cancelled: ['Cancelada', 'Cancelled'],
  already_returned: ['Já devolvida', 'Already refunded'],
}

/** Returns the name of a detail: the reason of a refund, or the nature or the result of a dispute. */
export function detailText({ kind, detail }: { kind: string; detail: string | null }): Text | null {
  if (detail === null) return null
  if (kind === 'refund.requested') return named(refundReason, detail)
  if (kind.startsWith('dispute.')) return named({ ...disputeNature, ...RESULTS }, detail)
  return [detail, detail]
}

const ACTORS: Readonly<Record<string, Text>> = {
  network: ['Rede Pix', 'Pix network'],
  merchant: ['Lojista', 'Merchant'],
  service: ['Empresa', 'The company'],
  job: ['Rotina automática', 'Scheduled job'],
  cli: ['Linha de comando', 'Command line'],
}

/** Returns the text for the actor of a timeline item: a person, an API key by its name, the network or a job. */
export function actorText({ kind, name }: { kind: string; name: string | null }): Text {
  if (kind === 'api_key') return [`Chave de API ${name ?? ''}`.trim(), `API key ${name ?? ''}`.trim()]
  return name === null ? named(ACTORS, kind) : [name, name]
}

interface Outcome {
  succeeded: number
  pending: number
  failed: number
  attempts: number
  lastStatusCode: number | null
  lastError: string | null
}

interface Notification extends Outcome {
  eventTypes: readonly string[]
  /** The endpoint if the line is about the deliveries to one endpoint; null if it is about all deliveries. */
  endpoint: Text | null
}

type Timed = Outcome & { lastAt: string | null }

/**
 * Returns the lines about the webhooks of a fact: one line for each endpoint, with the time of its last delivery if all
 * deliveries to the endpoint have the same outcome. If no more than one endpoint receives the webhooks, the line does
 * not name the endpoint. `url` is null for people who may not read deliveries.
 */
export function notificationLines(
  notification: Timed & {
    eventTypes: readonly string[]
    endpoints: readonly (Timed & { url: string | null })[]
  },
): { text: Text; at: string | null }[] {
  const { eventTypes, endpoints } = notification
  const hasCounts = notification.succeeded + notification.pending + notification.failed > 0
  const lines =
    endpoints.length > (hasCounts ? 1 : 0)
      ? endpoints.map(({ url, ...outcome }, index) => ({
          ...outcome,
          endpoint: url === null ? endpointNumber(index + 1) : ([url, url] as const),
        }))
      : [{ ...notification, endpoint: null }]
  return lines.map((line) => ({
    text: notificationText({ ...line, eventTypes }),
    at:
      [line.succeeded, line.pending, line.failed].filter((count) => count > 0).length > 1
        ? null
        : line.lastAt,
  }))
}

const endpointNumber = (n: number): Text => [`endpoint ${n}`, `endpoint ${n}`]

/**
 * Returns one line about the webhooks of a fact: the outcomes of their deliveries and the number of attempts. The line
 * shows the receiver's last answer after the pending or the failed deliveries, or, if there are both, after all
 * outcomes.
 */
export function notificationText(notification: Notification): Text {
  const { eventTypes, succeeded, pending, failed, attempts } = notification
  const about = (language: 0 | 1): string =>
    [
      eventTypes.map((type) => `“${eventText(type)[language]}”`).join(', '),
      ...(notification.endpoint === null ? [] : [notification.endpoint[language]]),
    ].join(' → ')
  const answer = answerOf(notification)
  // The answer belongs to the last unsuccessful delivery. That delivery may be pending or failed.
  const isAmbiguous = pending > 0 && failed > 0
  const answered = (text: Text): Text =>
    answer === null || isAmbiguous ? text : [`${text[0]} (${answer[0]})`, `${text[1]} (${answer[1]})`]
  const parts: Text[] = []
  if (succeeded > 0) parts.push(counted(succeeded, ['entregue', '# entregues'], ['delivered', '# delivered']))
  if (pending > 0)
    parts.push(
      answered(
        counted(
          pending,
          ['entrega em andamento', '# em andamento'],
          ['delivery in progress', '# in progress'],
        ),
      ),
    )
  if (failed > 0)
    parts.push(
      answered(counted(failed, ['não entregue', '# não entregues'], ['not delivered', '# not delivered'])),
    )
  if (parts.length === 0)
    parts.push(
      notification.endpoint === null ? ['nenhum endpoint assina', 'no endpoint subscribes'] : NOT_SENT,
    )
  if (answer !== null && isAmbiguous) parts.push(answer)
  if (attempts > 0) parts.push(attemptsText(attempts, succeeded + pending + failed))
  return [
    `Webhook ${about(0)}: ${parts.map(([ptBr]) => ptBr).join(', ')}`,
    `Webhook ${about(1)}: ${parts.map(([, en]) => en).join(', ')}`,
  ]
}

/** The outcome at an endpoint that was off when the event happened. */
const NOT_SENT: Text = ['não enviado', 'not sent']

/**
 * Returns the number of attempts. If there are several deliveries, the text says that the number is the sum over all of
 * them.
 */
const attemptsText = (attempts: number, deliveries: number): Text =>
  deliveries > 1
    ? counted(
        attempts,
        ['# tentativa ao todo', '# tentativas ao todo'],
        ['# attempt in total', '# attempts in total'],
      )
    : counted(attempts, ['# tentativa', '# tentativas'], ['# attempt', '# attempts'])

/** Returns the last answer of an endpoint that did not accept the event; null without such an answer. */
function answerOf({ lastStatusCode: status, lastError: error }: Outcome): Text | null {
  if (status !== null) return [`HTTP ${status}`, `HTTP ${status}`]
  return error === null ? null : (errorClassName[error] ?? [error, error])
}
