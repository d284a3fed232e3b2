import type { Server, ServerResponse } from 'node:http'
import type { Clock } from '../kernel/clock.ts'
import { DONE } from '../kernel/clock.ts'

export interface DrainTimes {
  /** How long the server still accepts connections after the stop signal, in milliseconds. */
  delayMs: number
  /** How long open requests may continue after the stop signal, in milliseconds. */
  totalMs: number
}

/** Stops an HTTP server without failing requests. Create it before the server receives its first request. */
export class Drain {
  readonly #server: Server
  readonly #clock: Clock
  readonly #open = new Set<ServerResponse>()
  #isDraining = false

  constructor(server: Server, clock: Clock) {
    this.#server = server
    this.#clock = clock
    server.prependListener('request', (_request, response: ServerResponse) => this.#track(response))
  }

  /**
   * Announces the end of keep-alive connections with `Connection: close` on every response from now on. After `delayMs`,
   * accepts no more connections and closes idle ones. Meanwhile load balancers learn that this process is not ready.
   * Resolves when the open requests have ended. After `totalMs`, closes the remaining connections.
   */
  async stop({ delayMs, totalMs }: DrainTimes): Promise<void> {
    this.#isDraining = true
    for (const response of this.#open) announceClose(response)
    await this.#clock.sleep(delayMs)
    const closed = new Promise((resolve) => this.#server.close(resolve))
    const waiting = new AbortController()
    await Promise.race([closed, this.#clock.sleep(totalMs - delayMs, waiting.signal)])
    waiting.abort(DONE)
    this.#server.closeAllConnections()
    await closed
  }

  #track(response: ServerResponse): void {
    this.#open.add(response)
    if (this.#isDraining) announceClose(response)
    response.once('close', () => {
      this.#open.delete(response)
      // The headers of a streamed response may have been sent before the stop signal, without `Connection: close`.
      if (this.#isDraining && !this.#server.listening) setImmediate(() => this.#server.closeIdleConnections())
    })
  }
}

function announceClose(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}
