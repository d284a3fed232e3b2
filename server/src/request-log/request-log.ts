import { DONE } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { uncorrelated } from '../kernel/correlation.ts'
import { isTransient } from '../kernel/jobs/transient-error.ts'
import { withDeadline } from '../kernel/pool/work-limits.ts'
import type { ServedCall } from '../kernel/served-call.ts'
import { insertRequests } from './insert-requests.ts'
import { REQUESTS_NOT_LOGGED } from './request-metrics.ts'

/**
 * The maximum number of calls that wait in memory. This many calls take about 5 MB. Any further call is dropped and
 * counted.
 */
export const WAITING_MAX = 10_000
/**
 * A call without a valid key is dropped while this many calls wait. Thus such calls leave half of the log to merchants.
 */
const ANONYMOUS_MAX = WAITING_MAX / 2
const BATCH_MAX = 500
/** The time in milliseconds for which a call waits for other calls, so that one SQL statement stores many calls. */
const COLLECT_MS = 1_000
const RETRY_MS = 1_000
const WRITE_MS_MAX = 5_000

/**
 * Keeps in memory the calls that this process has served but not yet stored. A background task stores these calls in
 * batches, outside the transactions of the calls. A process that is killed loses the waiting calls: those of about the
 * last second, or more while the database fails.
 */
export class RequestLog {
  readonly #context: () => Context
  readonly #collectMs: number
  readonly #stopping = new AbortController()
  #waiting: ServedCall[] = []
  #collecting: Promise<void> | undefined
  #writing: Promise<boolean> = Promise.resolve(true)
  #isFailing = false

  /** `collectMs` is the maximum time for which a call waits for other calls. */
  constructor(context: () => Context, collectMs = COLLECT_MS) {
    this.#context = context
    this.#collectMs = collectMs
  }

  /** Adds a call. Returns at once. Drops the call when too many calls wait. */
  record(call: ServedCall): void {
    if (this.#waiting.length >= (call.caller ? WAITING_MAX : ANONYMOUS_MAX)) {
      this.#context().metrics.count(REQUESTS_NOT_LOGGED, { reason: 'full' })
      return
    }
    this.#waiting.push(call)
    if (!this.#stopping.signal.aborted) this.#collecting ??= uncorrelated(() => this.#collect())
  }

  /**
   * Stores all waiting calls. Returns false after a transient error, such as a lost connection; the calls then continue
   * to wait. After any other error, drops and counts the batch that failed. Otherwise returns true.
   */
  flush(): Promise<boolean> {
    const before = this.#writing
    this.#writing = before.then(() => uncorrelated(() => this.#writeAll()))
    return this.#writing
  }

  /** Ends the background task, and tries once to store the waiting calls. */
  async close(): Promise<void> {
    this.#stopping.abort(DONE)
    await this.#collecting
    if (this.#waiting.length > 0) await this.flush()
  }

  async #collect(): Promise<void> {
    const { clock } = this.#context()
    const { signal } = this.#stopping
    await clock.sleep(this.#collectMs, signal)
    while (!signal.aborted && !(await this.flush())) await clock.sleep(RETRY_MS, signal)
    this.#collecting = undefined
    if (this.#waiting.length > 0 && !signal.aborted) this.#collecting = this.#collect()
  }

  async #writeAll(): Promise<boolean> {
    const ctx = this.#context()
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, BATCH_MAX)
      try {
        await withDeadline(WRITE_MS_MAX, () => insertRequests(ctx, batch))
        this.#isFailing = false
      } catch (error) {
        if (!this.#isFailing) ctx.log.warn({ err: error }, 'the request log could not be written')
        this.#isFailing = true
        if (isTransient(error)) return false
        ctx.metrics.count(REQUESTS_NOT_LOGGED, { reason: 'failed' }, batch.length)
      }
      this.#waiting.splice(0, batch.length)
    }
    return true
  }
}
