import { DONE } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import type { Wake } from '../../kernel/jobs/wake.ts'
import { claimDeliveries, type ClaimedDelivery } from './claim-deliveries.ts'
import { reapDeliveries } from './reap-deliveries.ts'
import { recordAttempts } from './record-attempts.ts'
import { releaseDeliveries } from './release-deliveries.ts'
import { sendDelivery, type CompletedAttempt } from './send-delivery.ts'
import type { WithSender } from '../sending/sender.ts'
import { Sockets } from './sockets.ts'

/** How long an attempt that has ended waits for others, to be recorded with them. */
const RECORD_GAP_MS = 20
/** The least time between two claims: under load each then takes a handful, for little more than one costs. */
const CLAIM_GAP_MS = 40
const REAP_MS = 10_000
const REAPED_MAX = 1_000
/** The pause after the database failed. */
const FAILED_PAUSE_MS = 1_000
/** How long a stop waits for attempts under way: longer than any may take. */
const STOP_MS_MAX = 6_000

type MakeContext = () => Context & WithSender

export interface DeliveryPace {
  /** Told when deliveries may be due. */
  wake: Wake
  /** How often the table is asked when nobody tells. */
  restMs: number
}

/**
 * Delivers what is due until `signal` is aborted: up to 64 attempts at once, at most 32 of them to unhealthy endpoints,
 * claiming again whenever sockets are free. Then claims nothing more, waits up to 6 s for attempts under way, records
 * them and releases the rest. Any number of processes may do so on one database.
 */
export async function runDeliveries(
  makeContext: MakeContext,
  signal: AbortSignal,
  pace: DeliveryPace,
): Promise<void> {
  const engine = new Engine(makeContext, pace)
  await Promise.all([engine.claim(signal), reap(makeContext, signal)])
  await engine.stop()
}

async function reap(makeContext: MakeContext, signal: AbortSignal): Promise<void> {
  const { clock, log } = makeContext()
  while (!signal.aborted) {
    try {
      while ((await reapDeliveries(makeContext(), REAPED_MAX)) >= REAPED_MAX && !signal.aborted);
    } catch (error) {
      log.error({ err: error }, 'webhook deliveries could not be reaped')
    }
    await clock.sleep(REAP_MS, signal)
  }
}

class Engine {
  readonly #makeContext: MakeContext
  readonly #pace: DeliveryPace
  readonly #sockets = new Sockets()
  readonly #cut = new AbortController()
  #made: CompletedAttempt[] = []
  #recording: Promise<void> | undefined

  constructor(makeContext: MakeContext, pace: DeliveryPace) {
    this.#makeContext = makeContext
    this.#pace = pace
  }

  async claim(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#makeContext()
    while (!signal.aborted) {
      const { freeCount, freeForUnhealthyCount } = this.#sockets
      try {
        const ctx = this.#makeContext()
        const claimed = freeCount > 0 ? await claimDeliveries(ctx, freeCount, freeForUnhealthyCount) : []
        for (const delivery of claimed) this.#sockets.add(delivery, this.#attempt(ctx, delivery))
        if (claimed.length < freeCount || freeCount <= 0) {
          const gap = clock.sleep(CLAIM_GAP_MS, signal)
          await this.#pace.wake.wait(clock, this.#pace.restMs, signal)
          await gap
        }
      } catch (error) {
        log.error({ err: error }, 'webhook deliveries could not be claimed')
        await clock.sleep(FAILED_PAUSE_MS, signal)
      }
    }
  }

  async stop(): Promise<void> {
    const ctx = this.#makeContext()
    const enough = new AbortController()
    await Promise.race([
      Promise.allSettled(this.#sockets.attempts),
      ctx.clock.sleep(STOP_MS_MAX, enough.signal),
    ])
    enough.abort(DONE)
    const rest = this.#sockets.deliveries
    this.#sockets.releaseAll()
    this.#cut.abort()
    await this.#recording
    try {
      await releaseDeliveries(ctx, rest)
    } catch (error) {
      ctx.log.error({ err: error }, 'webhook deliveries could not be given back; their leases will end')
    }
  }

  /** Resolves when the attempt has been recorded. */
  async #attempt(ctx: Context & WithSender, delivery: ClaimedDelivery): Promise<void> {
    const made = await sendDelivery(ctx, delivery, this.#cut.signal)
    if (this.#cut.signal.aborted) return
    this.#sockets.observe(made)
    this.#made.push(made)
    // Attempts that end while others are being recorded are recorded together, next.
    while (this.#made.includes(made) && !this.#cut.signal.aborted) await (this.#recording ??= this.#record())
  }

  async #record(): Promise<void> {
    const ctx = this.#makeContext()
    await ctx.clock.sleep(RECORD_GAP_MS, this.#cut.signal)
    const made = [...this.#made]
    try {
      await recordAttempts(ctx, made)
      this.#made = this.#made.slice(made.length)
      for (const { delivery } of made) this.#sockets.release(delivery)
      this.#pace.wake.notify()
    } catch (error) {
      ctx.log.error({ err: error }, 'webhook attempts could not be recorded')
      await ctx.clock.sleep(FAILED_PAUSE_MS, this.#cut.signal)
    } finally {
      this.#recording = undefined
    }
  }
}
