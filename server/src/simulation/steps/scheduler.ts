import { setImmediate } from 'node:timers/promises'
import type { Seed } from '../seed.ts'
import { ANSWER_MS, within } from './blocked.ts'
import type { SimClock } from './sim-clock.ts'
import type { Trace } from './trace.ts'

/** A step that waits until the scheduler releases it. */
interface Waiting {
  what: string
  release: () => void
}

/** An SQL statement that waits until the scheduler releases it. */
interface Statement<T> {
  what: string
  /** The process id of its connection in PostgreSQL. */
  pid: number
  run: () => Promise<T>
  /** Returns the part of the answer that the trace contains. */
  show: (answer: T) => unknown
}

/** An SQL statement that was sent and not answered yet. */
interface Sent {
  pid: number
  /** Whether the SQL statement waits for a lock of another connection of the world. */
  isBlocked: boolean
}

/** An answer that arrived and that its caller has not got yet. */
interface Arrived {
  /** The number of the SQL statement in the order in which SQL statements were sent. */
  number: number
  deliver: () => void
}

/** The parts of a world that the scheduler observes. */
export interface Observed {
  /** Returns whether the SQL statement of a connection waits for a lock of another connection of the world. */
  isBlocked: (pid: number) => Promise<boolean>
  /** Returns whether a connection to the database is being opened. */
  isConnecting: () => boolean
}

/**
 * The number of turns of the event loop after which all work of the process has ended or waits. A call to the merchant
 * API needs the most turns, 5.
 */
const TURNS = 20
/** The default of the maximum number of steps of one `drive`. Work that needs more steps probably never ends. */
const STEPS_MAX = 1_000_000
/** How long the scheduler waits for work that it does not observe, in milliseconds of real time. */
const STALL_MS = 100
const STALLS_MAX = 300

/**
 * Makes the order of all steps depend only on a seed. SQL statements and calls to the network wait until the scheduler
 * releases them, one at a time. The seed selects the next step. Of the answers that have arrived, the scheduler first
 * delivers the answer to the SQL statement that was sent first. When nothing else can continue, the simulated clock
 * advances to the next time for which some work waits. So the steps of a world do not depend on real time.
 */
export class Scheduler {
  readonly trace: Trace
  readonly #clock: SimClock
  readonly #seed: Seed
  #observed: Observed | undefined
  #waiting: Waiting[] = []
  readonly #sent = new Set<Sent>()
  #arrived: Arrived[] = []
  #sentCount = 0
  #isDriving = false
  #change = Promise.withResolvers<void>()

  constructor(parts: { clock: SimClock; seed: Seed; trace: Trace }) {
    this.trace = parts.trace
    this.#clock = parts.clock
    this.#seed = parts.seed
  }

  observe(observed: Observed): void {
    this.#observed = observed
  }

  /** Resolves when the scheduler releases this step. Outside of `drive`, resolves at once. */
  async turn(what: string): Promise<void> {
    if (this.#isDriving) await new Promise<void>((release) => this.#waiting.push({ what, release }))
  }

  /**
   * Sends an SQL statement when the scheduler releases it, and returns the answer when the scheduler delivers the
   * answer.
   */
  async send<T>({ what, pid, run, show }: Statement<T>): Promise<T> {
    if (!this.#isDriving) return run()
    await this.turn(what)
    const number = (this.#sentCount += 1)
    const sent = { pid, isBlocked: false }
    this.#sent.add(sent)
    const [outcome] = await Promise.allSettled([run()])
    this.#sent.delete(sent)
    // The answer may mean that a lock was released, so the scheduler must check the blocked SQL statements again.
    for (const other of this.#sent) other.isBlocked = false
    await new Promise<void>((deliver) => {
      this.#arrived.push({ number, deliver })
      this.#changed()
    })
    this.trace.add(`answer ${number}`, outcome.status === 'fulfilled' ? show(outcome.value) : outcome.reason)
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  }

  /**
   * Returns the result of `work`. Releases one step after the other until `work` ends.
   * @throws Error when the work has not ended after `stepsMax` steps.
   */
  async drive<T>(work: () => Promise<T>, stepsMax = STEPS_MAX): Promise<T> {
    if (this.#isDriving) throw new Error('BUG: drive: another call of drive is still running')
    this.#isDriving = true
    let isDone = false
    const finished = work().finally(() => {
      isDone = true
      this.#changed()
    })
    finished.catch(() => undefined)
    try {
      for (let steps = 0, stalls = 0; steps < stepsMax; steps++) {
        await this.#settle()
        if (isDone) return await finished
        if (this.#step()) continue
        // At this point, no step can run. The work may wait for something that the scheduler does not observe, such as
        // the closing of a connection.
        if (stalls++ >= STALLS_MAX) break
        await within(this.#change.promise, STALL_MS)
      }
      throw new Error(`drive: the work has not ended after ${stepsMax} steps, or none of its steps can run`)
    } finally {
      this.#isDriving = false
    }
  }

  /** Waits until all work waits for the scheduler, for a lock of other work or for simulated time. */
  async #settle(): Promise<void> {
    for (let turn = 0; turn < TURNS; turn++) await setImmediate()
    while (this.#observed?.isConnecting()) await within(this.#change.promise, ANSWER_MS)
    for (;;) {
      const open = Array.from(this.#sent).filter(({ isBlocked }) => !isBlocked)
      if (open.length === 0) return
      if (await within(this.#change.promise, ANSWER_MS)) continue
      for (const sent of open) await this.#checkBlocked(sent)
    }
  }

  async #checkBlocked(sent: Sent): Promise<void> {
    sent.isBlocked = (await this.#observed?.isBlocked(sent.pid)) ?? false
  }

  /** Delivers one answer, releases one step, or advances the clock. Returns false if there is nothing to do. */
  #step(): boolean {
    const [arrived] = this.#arrived.toSorted((a, b) => a.number - b.number)
    if (arrived) {
      this.#arrived = this.#arrived.filter((other) => other !== arrived)
      arrived.deliver()
      return true
    }
    const next = this.#seed.pick(this.#waiting)
    if (next) {
      this.#waiting = this.#waiting.filter((other) => other !== next)
      this.trace.add(next.what)
      next.release()
      return true
    }
    if (!this.#clock.wakeNext()) return false
    this.trace.add('now', this.#clock.now())
    return true
  }

  #changed(): void {
    const { resolve } = this.#change
    this.#change = Promise.withResolvers<void>()
    resolve()
  }
}
