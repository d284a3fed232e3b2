import { DatabaseBusy } from './busy.ts'

/** The limits of `Turns`. A turn is the permission of one request to use connections of the pool. */
export interface TurnLimits {
  /** The number of connections of the pool. */
  connections: number
  /** The number of turns that each merchant gets for each kind of request, even if no connection is free. */
  perKind: number
  /** The maximum number of turns of one merchant. */
  perMerchant: number
  /** The maximum number of waiting requests of one merchant. */
  waitingMax: number
  /** How long one request may wait, over all its connections, in milliseconds. */
  waitMs: number
}

/** Returns the limits for a pool whose requests wait at most `waitMs` milliseconds. */
export function turnLimitsOf(connections: number, waitMs = WAIT_MS_MAX): TurnLimits {
  const perKind = Math.max(1, Math.floor(connections / KIND_SHARE))
  const perMerchant = Math.ceil(connections / 2) + perKind
  return {
    connections,
    perKind,
    perMerchant,
    waitingMax: connections * WAITING_PER_CONNECTION,
    waitMs,
  }
}

const KIND_SHARE = 8
const WAITING_PER_CONNECTION = 16
/**
 * How long a request may wait for a turn, in milliseconds. With this limit, a request that calls no PSP is answered
 * within about 5 s, even if it waits for turns and for a locked row. The other 2.5 s are for the locked row. PostgreSQL
 * applies the lock timeout of 1 s twice to this wait: first for a place in the row's queue, then for the row itself.
 */
const WAIT_MS_MAX = 2_500

interface Waiting {
  kind: string
  start: () => void
}

/**
 * For one merchant: how many requests have a turn, in total and by kind, and which requests are waiting, oldest first.
 */
interface Line {
  taken: number
  takenOfKind: Map<string, number>
  waiting: Waiting[]
}

/**
 * Limits how many connections of the pool one merchant's requests use at the same time. Only requests that may wait for
 * locked rows of the merchant count. Thus other requests still find free connections.
 *
 * A request gets a turn as long as its merchant has fewer turns than the pool has free connections. So the first
 * merchant gets at most half of the pool, the second merchant at most half of the remaining connections, and so on.
 * Even without a free connection, each merchant gets `perKind` turns for each kind of request. Thus many requests of
 * one kind do not block the merchant's requests of other kinds, and do not block other merchants.
 */
export class Turns {
  readonly #limits: TurnLimits
  readonly #usedConnections: () => number
  readonly #lines = new Map<string, Line>()
  #taken = 0
  #waiting = 0
  #refused = 0

  /** `usedConnections` returns the number of connections that callers have or wait for. */
  constructor(limits: TurnLimits, usedConnections: () => number) {
    this.#limits = limits
    this.#usedConnections = usedConnections
  }

  /** The number of waiting requests. */
  get waiting(): number {
    return this.#waiting
  }

  /** The number of requests that were refused since the process started. */
  get refused(): number {
    return this.#refused
  }

  /** Returns the turn of one request. `kind` is the route. */
  turnOf(merchantId: string, kind: string): Turn {
    return new Turn(this.#limits.waitMs, {
      take: (waitMs) => this.#take(merchantId, kind, waitMs),
      giveBack: () => this.#giveBack(merchantId, kind),
    })
  }

  #take(merchantId: string, kind: string, waitMs: number): Promise<void> {
    const line = this.#lines.get(merchantId) ?? { taken: 0, takenOfKind: new Map(), waiting: [] }
    this.#lines.set(merchantId, line)
    if (this.#hasRoom(line, kind)) {
      this.#start(line, kind)
      return Promise.resolve()
    }
    if (waitMs <= 0 || line.waiting.length >= this.#limits.waitingMax) return this.#refuse()
    return this.#wait(line, kind, waitMs)
  }

  #wait(line: Line, kind: string, waitMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer)
        line.waiting.splice(line.waiting.indexOf(waiting), 1)
        this.#waiting -= 1
      }
      const waiting = {
        kind,
        start: () => {
          end()
          this.#start(line, kind)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        end()
        this.#refuse().catch(reject)
      }, waitMs)
      line.waiting.push(waiting)
      this.#waiting += 1
    })
  }

  #refuse(): Promise<never> {
    this.#refused += 1
    return Promise.reject(new DatabaseBusy())
  }

  #hasRoom({ taken, takenOfKind }: Line, kind: string): boolean {
    const { connections, perKind, perMerchant } = this.#limits
    if (taken >= perMerchant) return false
    if ((takenOfKind.get(kind) ?? 0) < perKind) return true
    // Also count the turns that were taken, because a request with a turn may not have asked the pool for its
    // connection yet.
    return connections - Math.max(this.#taken, this.#usedConnections()) > taken
  }

  #start(line: Line, kind: string): void {
    this.#taken += 1
    line.taken += 1
    line.takenOfKind.set(kind, (line.takenOfKind.get(kind) ?? 0) + 1)
  }

  #giveBack(merchantId: string, kind: string): void {
    const line = this.#lines.get(merchantId)
    if (!line) throw new Error('BUG: Turns: a request released a turn that it did not have')
    this.#taken -= 1
    line.taken -= 1
    line.takenOfKind.set(kind, (line.takenOfKind.get(kind) ?? 0) - 1)
    line.waiting.find((waiting) => this.#hasRoom(line, waiting.kind))?.start()
    if (line.taken === 0 && line.waiting.length === 0) this.#lines.delete(merchantId)
  }
}

/** The turn of one request. A request has a turn while the request uses or waits for at least one connection. */
export class Turn {
  readonly #line: { take: (waitMs: number) => Promise<void>; giveBack: () => void }
  #waitMsLeft: number
  #users = 0
  #taken: Promise<void> | undefined

  constructor(waitMs: number, line: { take: (waitMs: number) => Promise<void>; giveBack: () => void }) {
    this.#waitMsLeft = waitMs
    this.#line = line
  }

  /**
   * Counts one more connection of the request. Waits for the turn if the request does not have the turn yet.
   * @throws DatabaseBusy.
   */
  async enter(): Promise<void> {
    this.#users += 1
    const startedMs = performance.now()
    const taken = (this.#taken ??= this.#line.take(this.#waitMsLeft))
    try {
      await taken
    } catch (error) {
      this.#users -= 1
      if (this.#taken === taken) this.#taken = undefined
      throw error
    } finally {
      this.#waitMsLeft -= performance.now() - startedMs
    }
  }

  /** Ends the use of one connection. */
  leave(): void {
    this.#users -= 1
    if (this.#users > 0) return
    this.#taken = undefined
    this.#line.giveBack()
  }
}
