import { createHash } from 'node:crypto'

/** Deliveries of believable endpoints: most succeed, some are being retried. */

/** One delivery with its attempts. */
export type Delivery = ReturnType<typeof deliveriesOf>[number]

const id = (name: string) => {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const later = (iso: string, ms: number) => new Date(Date.parse(iso) + ms).toISOString()

/** Where events go. */
export const ENDPOINTS = [
  { id: id('endpoint a'), url: 'https://loja.livrariasul.example/integracoes/pix/webhooks', failing: false },
  { id: id('endpoint b'), url: 'https://erp.livrariasul.example/hooks/recebimentos', failing: true },
]

/** What became of an event at each endpoint. */
export function deliveriesOf(event: { id: string; type: string; createdAt: string }, index: number) {
  return ENDPOINTS.map(({ id: endpointId, url, failing }) => {
    const fails = failing && index % 2 === 1
    const tries = fails ? 3 : 1
    const attemptLog = Array.from({ length: tries }, (_, n) => ({
      n: n + 1,
      trigger: 'auto',
      startedAt: later(event.createdAt, n * 70_000 + 240),
      durationMs: fails ? (n === 2 ? 5000 : 312) : 84,
      statusCode: fails ? (n === 2 ? null : 503) : 200,
      errorClass: fails ? (n === 2 ? 'timeout' : 'http_5xx') : null,
      errorDetail: fails && n === 2 ? 'O destino não respondeu em 5 s' : null,
      responseBody: fails
        ? n === 2
          ? null
          : '{"error":"upstream unavailable","retry":true}'
        : '{"ok":true}',
    }))
    return {
      id: id(`${event.id} ${endpointId}`),
      eventId: event.id,
      eventType: event.type,
      endpointId,
      endpointUrl: url,
      status: fails ? 'pending' : 'succeeded',
      attempts: tries,
      lastStatusCode: fails ? null : 200,
      lastError: fails ? 'timeout' : null,
      nextAttemptAt: fails ? later(new Date().toISOString(), 4 * 60_000) : null,
      createdAt: event.createdAt,
      finishedAt: fails ? null : later(event.createdAt, 400),
      attemptLog,
    }
  })
}
