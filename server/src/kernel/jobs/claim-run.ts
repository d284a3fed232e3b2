import { DONE, plusMs } from '../clock.ts'
import { isAborted, type Context } from '../context.ts'
import { db } from '../database/tables.ts'
import { withDeadline } from '../pool/work-limits.ts'

/**
 * How long a claim is valid without a renewal, in milliseconds. If the process that runs a job crashes, another process
 * can claim the run after this time.
 */
export const CLAIM_LEASE_MS = 10_000
const RENEW_MS = 3_000
/**
 * The time limit of one renewal, in milliseconds. The limit is short, so that after a hanging renewal there is time for
 * another renewal on another connection.
 */
const RENEWAL_MS_MAX = 2_000
/** The pause after a failed renewal, in milliseconds. */
const RETRY_MS = 1_000
/**
 * How many milliseconds before the end of its lease a run is aborted, so that the run ends before another process can
 * claim the job.
 */
const END_MS = 3_000

/** The claim of one run of a job. */
interface Claim {
  name: string
  /** Identifies the claim. A later claim of the job has a later time, because a claim moves `next_run_at` forward. */
  claimedAt: Date
}

export interface ClaimOptions<T> {
  /** Returns the time of the next run, after a run that ended at `now`. */
  nextRunAt: (now: Date, result: T) => Date
  /** How long after a failed run the next run is due, in milliseconds. */
  retryMs: number
}

/**
 * Runs `work` if the run of this job is due and no other process has claimed the run. A job that has never run is due.
 * Returns the result of `work`; undefined if this process did not get the run. Renews the claim while `work` runs.
 * Aborts the signal of the context when another process has the claim, or when the claim was not renewed until END_MS
 * before its lease ends. A run that ends after the abort of its signal is due again immediately, unless another process
 * has claimed the job since. Rethrows an error of `work`.
 */
export async function runClaimed<C extends Context, T>(
  ctx: C,
  name: string,
  { nextRunAt, retryMs }: ClaimOptions<T>,
  work: (ctx: C & { readonly signal: AbortSignal }) => Promise<T>,
): Promise<T | undefined> {
  const claim = await claimRun(ctx, name)
  // If the database answered late, do not start the run: another process may soon claim the same run.
  if (!claim || ctx.clock.now() >= abortTime(claim.claimedAt)) return undefined
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

/** Renews a claim until `end` is called. */
class Renewal {
  readonly #lost = new AbortController()
  readonly #ended = new AbortController()
  readonly #renewing: Promise<void>

  constructor(ctx: Context, claim: Claim) {
    this.#renewing = this.#renewUntilEnded(ctx, claim)
  }

  /** Aborted when another process has the claim, or if the claim was not renewed until END_MS before its lease ends. */
  get lost(): AbortSignal {
    return this.#lost.signal
  }

  async end(): Promise<void> {
    this.#ended.abort(DONE)
    await this.#renewing
  }

  async #renewUntilEnded(ctx: Context, claim: Claim): Promise<void> {
    let abortAt = abortTime(claim.claimedAt)
    let pauseMs = RENEW_MS
    for (;;) {
      await ctx.clock.sleep(Math.min(pauseMs, msUntil(ctx, abortAt)), this.#ended.signal)
      if (this.#ended.signal.aborted) return
      const now = ctx.clock.now()
      const renewed = await withDeadline(Math.min(RENEWAL_MS_MAX, msUntil(ctx, abortAt)), () =>
        schedule(ctx, claim, plusMs(now, CLAIM_LEASE_MS)),
      ).catch(() => undefined)
      if (renewed) abortAt = abortTime(now)
      if (renewed === false || ctx.clock.now() >= abortAt) {
        ctx.log.warn({ job: claim.name }, 'another process may run this job; the run of this process ends')
        this.#lost.abort(DONE)
        return
      }
      pauseMs = renewed ? RENEW_MS : RETRY_MS
    }
  }
}

/** Returns when a run must be aborted if its claim was made or last renewed at `renewedAt`. */
const abortTime = (renewedAt: Date): Date => plusMs(renewedAt, CLAIM_LEASE_MS - END_MS)

const msUntil = (ctx: Context, time: Date): number => time.getTime() - ctx.clock.now().getTime()

/** Claims the due run of a job. Returns undefined if the run is not due or another process has claimed the run. */
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

/** Sets the time from which the job may be claimed. Returns false when another process has claimed the job since. */
async function schedule(ctx: Context, { name, claimedAt }: Claim, nextRunAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await db(ctx)
    .updateTable('job_schedule')
    .set({ next_run_at: nextRunAt })
    .where('name', '=', name)
    .where('last_claimed_at', '=', claimedAt)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
