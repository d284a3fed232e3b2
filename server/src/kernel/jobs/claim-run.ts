import { DONE, plusMs } from '../clock.ts'
import { isAborted, type Context } from '../context.ts'
import { db } from '../database/tables.ts'

/**
 * How long a claim lasts without renewal. When the process that runs a job dies, another process can claim the run
 * after this time.
 */
export const CLAIM_LEASE_MS = 10_000
const RENEW_MS = 3_000

/** The claim of one run of a job. */
interface Claim {
  name: string
  /** Identifies the claim. The next claim has a later time, because it is possible only after `next_run_at`. */
  claimedAt: Date
}

export interface ClaimOptions<T> {
  /** Returns when the job runs next, after a run that ended at `now`. */
  nextRunAt: (now: Date, result: T) => Date
  /** How long after a failed run the job runs again. */
  retryMs: number
}

/**
 * Runs `work` if the run of this job is due and no other process has claimed it. A job that never ran is due. Returns
 * the result of `work`, or undefined when this process did not get the run. Renews the claim while `work` runs. When
 * the claim is lost, aborts the signal of the context and leaves the schedule to the new owner. A run that ends after
 * the abort of `ctx.signal` is due again immediately. Rethrows an error of `work`.
 */
export async function runClaimed<C extends Context, T>(
  ctx: C,
  name: string,
  { nextRunAt, retryMs }: ClaimOptions<T>,
  work: (ctx: C & { readonly signal: AbortSignal }) => Promise<T>,
): Promise<T | undefined> {
  const claim = await claimRun(ctx, name)
  if (!claim) return undefined
  const renewal = new Renewal(ctx, claim)
  const signal = ctx.signal ? AbortSignal.any([ctx.signal, renewal.lost]) : renewal.lost
  try {
    const result = await work({ ...ctx, signal })
    await renewal.end()
    const now = ctx.clock.now()
    await schedule(ctx, claim, isAborted({ signal }) ? now : nextRunAt(now, result))
    return result
  } catch (error) {
    await renewal.end()
    await schedule(ctx, claim, plusMs(ctx.clock.now(), isAborted({ signal }) ? 0 : retryMs))
    throw error
  }
}

/** Renews a claim until `end`. */
class Renewal {
  readonly #lost = new AbortController()
  readonly #ended = new AbortController()
  readonly #renewing: Promise<void>

  constructor(ctx: Context, claim: Claim) {
    this.#renewing = this.#renewUntilEnded(ctx, claim)
  }

  /** Aborted when another process has the claim, or when the claim could not be renewed in time. */
  get lost(): AbortSignal {
    return this.#lost.signal
  }

  async end(): Promise<void> {
    this.#ended.abort(DONE)
    await this.#renewing
  }

  async #renewUntilEnded(ctx: Context, claim: Claim): Promise<void> {
    let leaseUntil = plusMs(claim.claimedAt, CLAIM_LEASE_MS)
    for (;;) {
      await ctx.clock.sleep(RENEW_MS, this.#ended.signal)
      if (this.#ended.signal.aborted) return
      const until = plusMs(ctx.clock.now(), CLAIM_LEASE_MS)
      const renewed = await schedule(ctx, claim, until).catch(() => undefined)
      if (renewed) leaseUntil = until
      if (renewed === false || ctx.clock.now() >= leaseUntil) {
        ctx.log.warn({ job: claim.name }, 'another process may run this job; the run of this process ends')
        this.#lost.abort(DONE)
        return
      }
    }
  }
}

/** Claims the due run of a job. Returns undefined when it is not due, or another process has it. */
async function claimRun(ctx: Context, name: string): Promise<Claim | undefined> {
  const now = ctx.clock.now()
  const leased = { next_run_at: plusMs(now, CLAIM_LEASE_MS), last_claimed_at: now }
  const claimed = await db(ctx)
    .insertInto('job_schedule')
    .values({ name, ...leased })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet(leased).where('job_schedule.next_run_at', '<=', now),
    )
    .returning('name')
    .execute()
  return claimed.length > 0 ? { name, claimedAt: now } : undefined
}

/** Sets the time from which the job may be claimed. Returns false when another process has claimed it since. */
async function schedule(ctx: Context, { name, claimedAt }: Claim, nextRunAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await db(ctx)
    .updateTable('job_schedule')
    .set({ next_run_at: nextRunAt })
    .where('name', '=', name)
    .where('last_claimed_at', '=', claimedAt)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
