import { DONE } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { uncorrelated } from '../../kernel/correlation.ts'
import { anyUuid } from '../../kernel/database/any-of.ts'
import { db } from '../../kernel/database/tables.ts'
import { withDeadline } from '../../kernel/pool/work-limits.ts'
import { Problem } from '../../kernel/problem.ts'

/** The maximum number of calls of one merchant that may wait at the same time in this process. */
export const MERCHANT_WAITERS_MAX = 10
const WAITERS_MAX = 1_000
const RETRY_AFTER_SECONDS = 2
/** The interval in milliseconds at which one SQL statement looks for new events of all merchants whose calls wait. */
const POLL_MS = 100
const FAILED_PAUSE_MS = 1_000
const READ_MS_MAX = 5_000

interface Waiter {
  merchantId: string
  seq: bigint
  ended: AbortController
}

/** Calls of this process that wait for new events in the feed. A waiting call uses no database connection. */
export class FeedWaiters {
  readonly #context: () => Context
  readonly #stopping = new AbortController()
  readonly #waiters = new Set<Waiter>()
  #isPolling = false

  constructor(context: () => Context) {
    this.#context = context
  }

  /** The number of calls that wait. */
  get size(): number {
    return this.#waiters.size
  }

  /**
   * Resolves when the feed of the merchant has an event whose number is above `seq`. Otherwise resolves after `ms`
   * milliseconds, when `closed` is aborted, or when the process stops.
   * @throws Problem rate_limited when too many calls of the merchant wait.
   * @throws Problem service_unavailable when too many calls wait.
   */
  async wait({ merchantId, seq }: Omit<Waiter, 'ended'>, ms: number, closed: AbortSignal): Promise<void> {
    const ofMerchant = Array.from(this.#waiters).filter((waiter) => waiter.merchantId === merchantId)
    const retryAfterSeconds = RETRY_AFTER_SECONDS
    if (ofMerchant.length >= MERCHANT_WAITERS_MAX) throw new Problem('rate_limited', { retryAfterSeconds })
    if (this.#waiters.size >= WAITERS_MAX) throw new Problem('service_unavailable', { retryAfterSeconds })
    const waiter = { merchantId, seq, ended: new AbortController() }
    this.#waiters.add(waiter)
    if (!this.#isPolling) void uncorrelated(() => this.#poll())
    const signals = [waiter.ended.signal, closed, this.#stopping.signal]
    await this.#context().clock.sleep(ms, AbortSignal.any(signals))
    this.#waiters.delete(waiter)
  }

  /** Ends all waiting calls. From then on, calls do not wait. */
  stop(): void {
    this.#stopping.abort(DONE)
  }

  async #poll(): Promise<void> {
    this.#isPolling = true
    const ctx = this.#context()
    const { signal } = this.#stopping
    while (this.#waiters.size > 0 && !signal.aborted) {
      try {
        await withDeadline(READ_MS_MAX, () => this.#endReady(ctx))
        await ctx.clock.sleep(POLL_MS, signal)
      } catch (error) {
        ctx.log.warn({ err: error }, 'cannot look for new events of the feed')
        await ctx.clock.sleep(FAILED_PAUSE_MS, signal)
      }
    }
    this.#isPolling = false
  }

  async #endReady(ctx: Context): Promise<void> {
    const merchantIds = Array.from(new Set(Array.from(this.#waiters, ({ merchantId }) => merchantId)))
    const heads = await db(ctx)
      .selectFrom('event_feed_head')
      .select(['merchant_id', 'last_seq'])
      .where('merchant_id', '=', anyUuid(merchantIds))
      .execute()
    const lastSeqs = new Map(heads.map((head) => [head.merchant_id, head.last_seq]))
    for (const { merchantId, seq, ended } of this.#waiters)
      if ((lastSeqs.get(merchantId) ?? 0n) > seq) ended.abort(DONE)
  }
}

/** A context whose calls can wait for new events. */
export interface WithFeed {
  readonly feedWaiters: FeedWaiters
}
