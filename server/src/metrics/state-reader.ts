import { DONE, plusMs, type Clock } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import type { Log } from '../kernel/log.ts'
import { readState, type State } from './read-state.ts'

/** How long the reader returns the same state before it reads the state again, in milliseconds. */
const READ_MS = 15_000
/**
 * How long a scrape waits for the database, in milliseconds. Each SQL statement that reads the state may also take this
 * long.
 */
const WAIT_MS = 2_000

interface Tools {
  clock: Clock
  log: Log
  /** Returns a context whose connection no request or job uses. */
  context: () => Context
}

/**
 * Reads the state from the database for scrapes. A reader reads at most every 15 s, and never twice at the same time.
 */
export class StateReader {
  readonly #tools: Tools
  #state: State | undefined
  #readAt: Date | undefined
  #running: Promise<void> | undefined

  constructor(tools: Tools) {
    this.#tools = tools
  }

  /**
   * Returns a state that is at most 15 s old. Waits at most 2 s for the database. Returns undefined if the database did
   * not answer in time, or if reading failed. The promise never rejects.
   */
  async read(): Promise<State | undefined> {
    const { clock } = this.#tools
    if (!this.#readAt || clock.now() >= plusMs(this.#readAt, READ_MS)) this.#running ??= this.#start()
    if (this.#running) {
      const timer = new AbortController()
      await Promise.race([this.#running, clock.sleep(WAIT_MS, timer.signal)])
      timer.abort(DONE)
    }
    return this.#running ? undefined : this.#state
  }

  async #start(): Promise<void> {
    const { clock, log, context } = this.#tools
    try {
      this.#state = await readState(context(), WAIT_MS)
    } catch (error) {
      this.#state = undefined
      log.error({ err: error }, 'the metrics about the state of the database could not be read')
    }
    this.#readAt = clock.now()
    this.#running = undefined
  }
}
