import type { Context } from '../../src/kernel/context.ts'
import { newEventId } from '../../src/webhooks/event-id.ts'
import { EVENT_VERSION } from '../../src/webhooks/event-types.ts'
import { latencyBound } from '../../src/webhooks/latency.ts'
import { envelope, type NewEvent } from '../../src/webhooks/record-events.ts'
import { eventHeaders } from '../../src/webhooks/send-delivery.ts'
import { copyRow } from './copy.ts'

/** The rows of events, of their deliveries to the merchant's one endpoint, and of the attempts. */
export interface WebhookRows {
  webhook_event: string[]
  webhook_delivery: string[]
  webhook_attempt: string[]
  webhook_endpoint_hour: string[]
}

/** Of so many deliveries one failed for good, after all its attempts. */
const FAILED_EVERY = 50
const ATTEMPTS_OF_FAILED = 3
const BETWEEN_ATTEMPTS_MS = 30_000
const HOUR_MS = 3_600_000

interface Hour {
  hourMs: number
  outcome: string
  latencyMs: number
  attempts: number
}

/** What the delivery engine would have left of a merchant's events. */
export class WebhookLog {
  readonly #ctx: Context
  readonly #merchantId: string
  readonly #endpointId: string
  readonly #hours = new Map<string, Hour>()
  #count = 0

  constructor(ctx: Context, merchantId: string, endpointId: string) {
    this.#ctx = ctx
    this.#merchantId = merchantId
    this.#endpointId = endpointId
  }

  /** Adds an event that was recorded at `at`, sent at once, and its outcome. */
  add(rows: WebhookRows, event: NewEvent, at: Date): void {
    const { ids } = this.#ctx
    const eventId = newEventId(ids, at)
    const chargeId = event.source.id
    const { type, environment, source } = event
    const merchantId = this.#merchantId
    rows.webhook_event.push(
      copyRow([
        eventId,
        merchantId,
        environment,
        type,
        EVENT_VERSION,
        envelope(eventId, event, at),
        source.type,
        source.id,
        chargeId,
        at,
      ]),
    )
    this.#deliver(rows, { eventId, type, at })
  }

  #deliver(rows: WebhookRows, { eventId, type, at }: { eventId: string; type: string; at: Date }): void {
    this.#count += 1
    const isFailed = this.#count % FAILED_EVERY === 0
    const deliveryId = this.#ctx.ids.uuid(at)
    const attempts = isFailed ? ATTEMPTS_OF_FAILED : 1
    const latencyMs = 20 + ((this.#count * 37) % 300)
    for (let n = 1; n <= attempts; n++) {
      const startedAt = new Date(at.getTime() + (n - 1) * BETWEEN_ATTEMPTS_MS + 40)
      rows.webhook_attempt.push(
        copyRow([
          this.#merchantId,
          this.#endpointId,
          deliveryId,
          n,
          'auto',
          startedAt,
          latencyMs,
          TIMINGS,
          isFailed ? 500 : 200,
          isFailed ? 'http_5xx' : null,
          '127.0.0.1',
          JSON.stringify(eventHeaders(eventId, type)),
          RESPONSE_HEADERS,
          false,
        ]),
      )
      this.#count24(startedAt, isFailed ? 'http_5xx' : 'succeeded', latencyMs)
    }
    const finishedAt = new Date(at.getTime() + (attempts - 1) * BETWEEN_ATTEMPTS_MS + latencyMs)
    rows.webhook_delivery.push(
      copyRow([
        deliveryId,
        this.#merchantId,
        this.#endpointId,
        eventId,
        type,
        at,
        isFailed ? 'failed' : 'succeeded',
        'auto',
        attempts,
        attempts,
        isFailed ? 500 : 200,
        isFailed ? 'http_5xx' : null,
        isFailed ? null : finishedAt,
        finishedAt,
        at,
      ]),
    )
  }

  #count24(at: Date, outcome: string, ms: number): void {
    const hourMs = at.getTime() - (at.getTime() % HOUR_MS)
    const latencyMs = latencyBound(ms)
    const key = `${hourMs} ${outcome} ${latencyMs}`
    const hour = this.#hours.get(key)
    if (hour) hour.attempts += 1
    else this.#hours.set(key, { hourMs, outcome, latencyMs, attempts: 1 })
  }

  /** Adds the hourly counts of everything so far; to be called once, at the end. */
  finish(rows: WebhookRows): void {
    for (const { hourMs, outcome, latencyMs, attempts } of this.#hours.values())
      rows.webhook_endpoint_hour.push(
        copyRow([this.#merchantId, this.#endpointId, new Date(hourMs), outcome, latencyMs, attempts]),
      )
  }
}

const TIMINGS = '{"dns":0,"connect":4,"firstByte":18,"total":20}'
const RESPONSE_HEADERS =
  '{"content-type":"text/plain","date":"Sun, 22 Nov 2026 00:00:00 GMT","server":"nginx"}'
