import { DONE } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import type { JobStates } from '../../kernel/jobs/job-states.ts'
import { MAX_RUNTIME_MS } from '../../kernel/jobs/loop.ts'
import { runOnce } from '../../kernel/jobs/run-once.ts'
import type { Wake } from '../../kernel/jobs/wake.ts'
import type { ClaimedDelivery } from './claim-deliveries.sql.ts'
import { claimDeliveries } from './claim-deliveries.ts'
import { reapDeliveries } from './reap-deliveries.ts'
import { recordAttempts } from './record-attempts.ts'
import { releaseDeliveries } from './release-deliveries.ts'
import { sendDelivery, type CompletedAttempt } from './send-delivery.ts'
import type { WithSender } from '../sending/sender.ts'
import { Sockets } from './sockets.ts'

/**
 * The time in milliseconds that a completed attempt waits for other attempts, so that one SQL statement records them
 * together.
 */
const RECORD_GAP_MS = 20
/**
 * The shortest time between two claims, in milliseconds. Under load, several deliveries become due between two claims,
 * and claiming them together costs hardly more than claiming one.
 */
const CLAIM_GAP_MS = 40
/**
 * The interval of `reapDeliveries`, in milliseconds. With the lease of 10 s, the deliveries of a killed process
 * continue within 15 s.
 */
const REAP_MS = 2_500
const REAPED_MAX = 1_000
/** The pause after a database error, in milliseconds. */
const FAILED_PAUSE_MS = 1_000
/**
 * The maximum time in milliseconds that a stop waits for running attempts. This time is longer than the time limit of
 * an attempt.
 */
const STOP_MS_MAX = 6_000

type MakeContext = () => Context & WithSender

export interface DispatchOptions {
  /** Signals that deliveries may be due. */
  wake: Wake
  /** The interval between two polls if nothing wakes the dispatcher. */
  pollIntervalMs: number
  jobStates: JobStates
}

/**
 * Delivers due webhooks until `signal` is aborted. Makes up to 64 attempts in parallel, at most 32 of them to unhealthy
 * endpoints, and claims more deliveries whenever sockets are free. After the abort, waits up to 6 s for running
 * attempts, records them, and releases the other claimed deliveries. Any number of processes may deliver webhooks from
 * one database.
 */
export async function runDeliveries(
  makeContext: MakeContext,
  signal: AbortSignal,
  options: DispatchOptions,
): Promise<void> {
  const dispatcher = new Dispatcher(makeContext, options)
  await Promise.all([dispatcher.claim(signal), reap(makeContext, options.jobStates, signal)])
  await dispatcher.stop()
}

async function reap(makeContext: MakeContext, jobStates: JobStates, signal: AbortSignal): Promise<void> {
  const { clock, log } = makeContext()
  while (!signal.aborted) {
    try {
      const run = { name: 'reap', maxRuntimeMs: MAX_RUNTIME_MS.rows, signal }
      const reapOnce = () =>
        runOnce({ clock, log, jobStates }, run, (aborted) =>
          reapDeliveries({ ...makeContext(), signal: aborted }, REAPED_MAX),
        )
      while ((await reapOnce()) >= REAPED_MAX && !signal.aborted);
    } catch (error) {
      log.error({ err: error }, 'cannot reap expired webhook leases; the next run retries')
    }
    await clock.sleep(REAP_MS, signal)
  }
}

class Dispatcher {
  readonly #makeContext: MakeContext
  readonly #options: DispatchOptions
  readonly #sockets = new Sockets()
  readonly #abort = new AbortController()
  /** Completed attempts that are not recorded yet. */
  #completed: CompletedAttempt[] = []
  #recording: Promise<void> | undefined

  constructor(makeContext: MakeContext, options: DispatchOptions) {
    this.#makeContext = makeContext
    this.#options = options
  }

  async claim(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#makeContext()
    const { jobStates } = this.#options
    const run = { name: 'deliveries', maxRuntimeMs: MAX_RUNTIME_MS.rows, signal }
    while (!signal.aborted) {
      const { freeCount } = this.#sockets
      try {
        const claimedCount =
          freeCount > 0
            ? await runOnce({ clock, log, jobStates }, run, () => this.#claimFor(freeCount, signal))
            : 0
        if (claimedCount < freeCount || freeCount <= 0) {
          const gap = clock.sleep(CLAIM_GAP_MS, signal)
          await this.#options.wake.wait(clock, this.#options.pollIntervalMs, signal)
          await gap
        }
      } catch (error) {
        log.error({ err: error }, `cannot claim webhook deliveries; retrying in ${FAILED_PAUSE_MS} ms`)
        await clock.sleep(FAILED_PAUSE_MS, signal)
      }
    }
  }

  /**
   * Claims deliveries and starts their attempts. Releases the claimed deliveries if `signal` was aborted during the
   * claim.
   */
  async #claimFor(freeCount: number, signal: AbortSignal): Promise<number> {
    const ctx = this.#makeContext()
    const claimed = await claimDeliveries(ctx, freeCount, this.#sockets.freeForUnhealthyCount)
    if (signal.aborted) {
      await releaseDeliveries(ctx, claimed)
      return 0
    }
    for (const delivery of claimed) this.#sockets.add(delivery, this.#attempt(ctx, delivery))
    return claimed.length
  }

  async stop(): Promise<void> {
    const ctx = this.#makeContext()
    const timer = new AbortController()
    await Promise.race([
      Promise.allSettled(this.#sockets.attempts),
      ctx.clock.sleep(STOP_MS_MAX, timer.signal),
    ])
    timer.abort(DONE)
    const unfinished = this.#sockets.deliveries
    this.#sockets.releaseAll()
    this.#abort.abort()
    await this.#recording
    try {
      await releaseDeliveries(ctx, unfinished)
    } catch (error) {
      ctx.log.error(
        { err: error },
        'webhook deliveries not released; they are sent after their leases expire',
      )
    }
  }

  /**
   * Makes one attempt. Resolves when the attempt has been recorded, or when the dispatcher ends without recording it.
   */
  async #attempt(ctx: Context & WithSender, delivery: ClaimedDelivery): Promise<void> {
    const attempt = await sendDelivery(ctx, delivery, this.#abort.signal)
    if (this.#abort.signal.aborted) return
    this.#sockets.observe(attempt)
    this.#completed.push(attempt)
    // Attempts that complete while others are being recorded form the next batch.
    while (this.#completed.includes(attempt) && !this.#abort.signal.aborted)
      await (this.#recording ??= this.#record())
  }

  async #record(): Promise<void> {
    const ctx = this.#makeContext()
    await ctx.clock.sleep(RECORD_GAP_MS, this.#abort.signal)
    const batch = [...this.#completed]
    try {
      await recordAttempts(ctx, batch)
      this.#completed = this.#completed.slice(batch.length)
      for (const { delivery } of batch) this.#sockets.release(delivery)
      this.#options.wake.notify()
    } catch (error) {
      ctx.log.error({ err: error }, `cannot record webhook attempts; retrying in ${FAILED_PAUSE_MS} ms`)
      await ctx.clock.sleep(FAILED_PAUSE_MS, this.#abort.signal)
    } finally {
      this.#recording = undefined
    }
  }
}
