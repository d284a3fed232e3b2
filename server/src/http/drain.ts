import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Clock } from '../kernel/clock.ts'
import { DONE } from '../kernel/clock.ts'

export interface DrainTimes {
  /** How long the server still accepts connections after the stop signal, in milliseconds. */
  delayMs: number
  /** How long open requests may continue after the stop signal, in milliseconds. */
  totalMs: number
}

const HEALTH_CHECK = '/readyz'
/**
 * If no request arrives for this many milliseconds, the load balancer must have noticed that the process is not ready.
 */
const QUIET_MS = 500
/** The part of `totalMs` that is reserved for open requests, in milliseconds. */
const FINISH_MS = 2_000

/** Stops an HTTP server without failing requests. Create the `Drain` before the server gets its first request. */
export class Drain {
  readonly #server: Server
  readonly #clock: Clock
  readonly #open = new Set<ServerResponse>()
  #isDraining = false
  /** The number of requests so far, except health checks. */
  #arrived = 0

  constructor(server: Server, clock: Clock) {
    this.#server = server
    this.#clock = clock
    server.prependListener('request', ({ url }: IncomingMessage, response: ServerResponse) => {
      if (url !== HEALTH_CHECK) this.#arrived += 1
      this.#track(response)
    })
  }

  /**
   * Sends `Connection: close` with every response from now on, so that clients close their keep-alive connections.
   * During `delayMs`, load balancers notice that this process is not ready. If requests still arrive after `delayMs`, a
   * load balancer has not noticed yet. The server then accepts connections for longer, but reserves 2 s for open
   * requests. After this delay, accepts no more connections and closes idle connections. Resolves when the open
   * requests have ended. After `totalMs`, closes the remaining connections.
   */
  async stop({ delayMs, totalMs }: DrainTimes): Promise<void> {
    this.#isDraining = true
    for (const response of this.#open) announceClose(response)
    await this.#clock.sleep(delayMs)
    const laterMs = delayMs > 0 ? await this.#untilQuiet(totalMs - FINISH_MS - delayMs) : 0
    const closed = new Promise((resolve) => this.#server.close(resolve))
    const waiting = new AbortController()
    await Promise.race([closed, this.#clock.sleep(totalMs - delayMs - laterMs, waiting.signal)])
    waiting.abort(DONE)
    this.#server.closeAllConnections()
    await closed
  }

  /**
   * Waits until no request has arrived for QUIET_MS, but at most about `maxMs`. Returns the duration of the wait, in
   * milliseconds.
   */
  async #untilQuiet(maxMs: number): Promise<number> {
    let waitedMs = 0
    for (let seen = -1; seen !== this.#arrived && waitedMs < maxMs; waitedMs += QUIET_MS) {
      seen = this.#arrived
      await this.#clock.sleep(QUIET_MS)
    }
    return waitedMs
  }

  #track(response: ServerResponse): void {
    this.#open.add(response)
    if (this.#isDraining) announceClose(response)
    response.once('close', () => {
      this.#open.delete(response)
      // Close idle connections again: a streamed response may have sent its headers before the stop signal, without
      // `Connection: close`.
      if (this.#isDraining && !this.#server.listening) setImmediate(() => this.#server.closeIdleConnections())
    })
  }
}

function announceClose(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}
