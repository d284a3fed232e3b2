import { createHmac } from 'node:crypto'
import type { FeedEvent } from './feed.ts'

/** The time in milliseconds for which the local server may take to answer. */
const ANSWER_MS_MAX = 10_000

/** Returns the body of the webhook for this event, byte for byte as the service sends it to an endpoint. */
export const bodyOf = ({ id, type, version, created_at, environment, data }: FeedEvent): string =>
  JSON.stringify({ id, type, version, created_at, environment, data })

/**
 * Posts an event to the local server, signed like a webhook with the current time. Returns the status of the response,
 * or a description of the failure if no response arrived.
 */
export async function forward(
  url: string,
  secret: string,
  event: FeedEvent,
  signal: AbortSignal,
): Promise<number | string> {
  const body = bodyOf(event)
  const seconds = Math.floor(Date.now() / 1_000)
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Svc-Webhooks/1',
        'x-svc-event-id': event.id,
        'x-svc-event-type': event.type,
        'x-svc-event-version': event.version,
        'x-svc-signature': `t=${seconds},v1=${digest}`,
      },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS_MAX)]),
    })
    await response.arrayBuffer()
    return response.status
  } catch (error) {
    const { cause } = error instanceof Error ? error : {}
    return cause instanceof Error && 'code' in cause ? String(cause.code) : String(error)
  }
}

/** Returns whether the local server accepted an event. `result` is the result of `forward`. */
export const isAccepted = (result: number | string): boolean =>
  typeof result === 'number' && result >= 200 && result < 300
