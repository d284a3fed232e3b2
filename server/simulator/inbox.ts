import type { Clock } from '../src/kernel/clock.ts'
import { iso } from './present.ts'
import { checkSignature } from './signature.ts'

const DELIVERIES_MAX = 1000
const SECRETS_MAX = 200
const BEHAVIOURS_MAX = 100

export interface Delivery {
  path: string
  /** The header names and values, alternately and in the order received. */
  rawHeaders: readonly string[]
  body: Buffer
}

export interface InboxSecret {
  /** The path of the endpoint's URL to which the secret belongs. By default the secret belongs to every path. */
  path?: string | undefined
  secret: string
}

/**
 * How the inbox answers deliveries to a path (`*` for all paths). The behaviour applies to the next `count` deliveries.
 * Without `count`, it applies until another behaviour replaces it.
 */
export interface Behaviour {
  path: string
  status: number
  delayMs: number
  count?: number | undefined
}

export interface InboxFilter {
  eventType?: string | undefined
  eventId?: string | undefined
  path?: string | undefined
  sinceMs?: number | undefined
  limit: number
}

interface Received extends Delivery {
  id: number
  receivedMs: number
  headers: Readonly<Record<string, string>>
  answered: number
}

/** A merchant's webhook receiver. The receiver stores the last deliveries and verifies their signatures. */
export class Inbox {
  readonly #clock: Clock
  #received: Received[] = []
  #total = 0
  #behaviours: Behaviour[] = []
  readonly #secrets: InboxSecret[]

  constructor(clock: Clock, secrets: readonly InboxSecret[] = []) {
    this.#clock = clock
    this.#secrets = [...secrets]
  }

  get secrets(): readonly InboxSecret[] {
    return this.#secrets
  }

  /** Stores a delivery and returns how to answer it. */
  receive(delivery: Delivery): { status: number; delayMs: number } {
    const { status, delayMs } = this.#behaviourFor(delivery.path)
    this.#total += 1
    const receivedMs = this.#clock.now().getTime()
    const headers = headersOf(delivery.rawHeaders)
    this.#received.push({ ...delivery, id: this.#total, receivedMs, headers, answered: status })
    if (this.#received.length > DELIVERIES_MAX) this.#received.shift()
    return { status, delayMs }
  }

  /** Returns the matching deliveries, newest first. A secret added later verifies earlier deliveries too. */
  list(filter: InboxFilter) {
    const matching = this.#received.filter(
      ({ headers, receivedMs, path }) =>
        (filter.eventType === undefined || headers['x-svc-event-type'] === filter.eventType) &&
        (filter.eventId === undefined || headers['x-svc-event-id'] === filter.eventId) &&
        (filter.path === undefined || path === filter.path) &&
        (filter.sinceMs === undefined || receivedMs >= filter.sinceMs),
    )
    const items = matching.slice(-filter.limit).toReversed()
    return { items: items.map((received) => this.#report(received)), total: this.#total }
  }

  clear(): number {
    return this.#received.splice(0).length
  }

  /** Adds a secret. Returns whether the secret is new. */
  addSecret(added: InboxSecret): boolean {
    if (this.#secrets.some(({ path, secret }) => path === added.path && secret === added.secret)) return false
    this.#secrets.push(added)
    if (this.#secrets.length > SECRETS_MAX) this.#secrets.shift()
    return true
  }

  /** Sets how the inbox answers deliveries to a path, in place of the earlier behaviour. */
  setBehaviour(behaviour: Behaviour): void {
    const others = this.#behaviours.filter(({ path }) => path !== behaviour.path)
    this.#behaviours = [...others, { ...behaviour }].slice(-BEHAVIOURS_MAX)
  }

  /** Makes the inbox answer every path immediately with 200 again. */
  resetBehaviours(): void {
    this.#behaviours = []
  }

  #behaviourFor(path: string): { status: number; delayMs: number } {
    const behaviour =
      this.#behaviours.find((one) => one.path === path) ?? this.#behaviours.find((one) => one.path === '*')
    if (behaviour === undefined) return { status: 200, delayMs: 0 }
    if (behaviour.count !== undefined) behaviour.count -= 1
    if (behaviour.count === 0) this.#behaviours = this.#behaviours.filter((one) => one !== behaviour)
    return behaviour
  }

  #report(received: Received) {
    const { id, path, headers, rawHeaders, body, receivedMs, answered } = received
    const secrets = this.#secrets.filter((one) => one.path === undefined || one.path === path)
    const signature = headers['x-svc-signature']
    return {
      id,
      received_at: iso(receivedMs),
      path,
      event_id: headers['x-svc-event-id'] ?? null,
      event_type: headers['x-svc-event-type'] ?? null,
      signature: checkSignature(
        { signature, body, receivedMs },
        secrets.map(({ secret }) => secret),
      ),
      status_code: answered,
      headers,
      raw_headers: rawHeaders,
      body: body.toString(),
    }
  }
}

function headersOf(raw: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (let at = 0; at + 1 < raw.length; at += 2) headers[(raw[at] ?? '').toLowerCase()] = raw[at + 1] ?? ''
  return headers
}
