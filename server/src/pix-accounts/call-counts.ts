import { DONE, plusMs } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { uncorrelated } from '../kernel/correlation.ts'
import { db } from '../kernel/database/tables.ts'
import { withDeadline } from '../kernel/pool/work-limits.ts'
import type { AccountReports } from './account-reports.ts'
import { isAnswered, type Operation, type Outcome } from '../pix/around-calls.ts'

/** How long counts are collected before one SQL statement stores them, in milliseconds. */
const COLLECT_MS = 10_000
const WRITE_MS_MAX = 5_000
const HOUR_MS = 3_600_000
/** How long counts are kept, in milliseconds. */
const KEEP_MS = 30 * 24 * HOUR_MS

interface Count {
  pix_account_id: string
  hour: Date
  operation: Operation
  calls_count: bigint
  failed_count: bigint
  last_call_at: Date
  last_outcome: Outcome
}

/**
 * Counts the calls of this process to the PSPs, and stores the counts about every COLLECT_MS. At the same intervals,
 * also stores the current problems of the accounts, again and again while a problem lasts. A process that is killed
 * loses the counts that it has not stored.
 */
export class CallCounts {
  readonly #context: () => Context
  readonly #reports: AccountReports
  readonly #storesByItself: boolean
  readonly #stopping = new AbortController()
  #counts = new Map<string, Count>()
  #collecting: Promise<void> | undefined

  /** If `storesByItself` is false, the counts are stored only by `flush`. */
  constructor(context: () => Context, reports: AccountReports, storesByItself: boolean) {
    this.#context = context
    this.#reports = reports
    this.#storesByItself = storesByItself
  }

  /** Adds a call. Returns at once. */
  add(accountId: string, operation: Operation, outcome: Outcome, now: Date): void {
    const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS)
    const key = `${accountId} ${hour.getTime()} ${operation}`
    const before = this.#counts.get(key)
    this.#counts.set(key, {
      pix_account_id: accountId,
      hour,
      operation,
      calls_count: (before?.calls_count ?? 0n) + 1n,
      failed_count: (before?.failed_count ?? 0n) + (isAnswered(outcome) ? 0n : 1n),
      last_call_at: now,
      last_outcome: outcome,
    })
    this.#startCollecting()
  }

  #startCollecting(): void {
    if (this.#storesByItself && !this.#stopping.signal.aborted)
      this.#collecting ??= uncorrelated(() => this.#collect())
  }

  /** Stores all counts and the problems with accounts. If the database fails, drops the counts and logs a warning. */
  async flush(): Promise<void> {
    await this.#storeCounts()
    const hasProblem = await this.#withDeadline((ctx) => this.#reports.store(ctx))
    if (hasProblem !== false) this.#startCollecting()
  }

  async close(): Promise<void> {
    this.#stopping.abort(DONE)
    await this.#collecting
    if (!this.#storesByItself) return
    await this.#storeCounts()
    await this.#withDeadline((ctx) => this.#reports.clear(ctx))
  }

  async #storeCounts(): Promise<void> {
    const counts = Array.from(this.#counts.values())
    this.#counts = new Map()
    if (counts.length > 0) await this.#withDeadline((ctx) => store(ctx, counts))
  }

  /** Returns the result of `work`; undefined if the database fails. */
  async #withDeadline<T>(work: (ctx: Context) => Promise<T>): Promise<T | undefined> {
    const ctx = this.#context()
    try {
      return await withDeadline(WRITE_MS_MAX, () => work(ctx))
    } catch (error) {
      ctx.log.warn({ err: error }, 'counts of calls to the PSPs, or problems with them, were not stored')
      return undefined
    }
  }

  async #collect(): Promise<void> {
    await this.#context().clock.sleep(COLLECT_MS, this.#stopping.signal)
    this.#collecting = undefined
    if (!this.#stopping.signal.aborted) await this.flush()
  }
}

/** Adds the counts to the stored counts of all processes. Deletes counts of the same accounts that are too old. */
async function store(ctx: Context, counts: Count[]): Promise<void> {
  const rows = counts.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  await db(ctx)
    .insertInto('pix_account_hour')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['pix_account_id', 'hour', 'operation']).doUpdateSet((eb) => ({
        calls_count: eb('pix_account_hour.calls_count', '+', eb.ref('excluded.calls_count')),
        failed_count: eb('pix_account_hour.failed_count', '+', eb.ref('excluded.failed_count')),
        last_call_at: eb.fn<Date>('greatest', ['pix_account_hour.last_call_at', 'excluded.last_call_at']),
        last_outcome: eb
          .case()
          .when('excluded.last_call_at', '>=', eb.ref('pix_account_hour.last_call_at'))
          .then(eb.ref('excluded.last_outcome'))
          .else(eb.ref('pix_account_hour.last_outcome'))
          .end(),
      })),
    )
    .execute()
  await db(ctx)
    .deleteFrom('pix_account_hour')
    .where(
      'pix_account_id',
      'in',
      rows.map((row) => row.pix_account_id),
    )
    .where('hour', '<', plusMs(ctx.clock.now(), -KEEP_MS))
    .execute()
}

const keyOf = ({ pix_account_id: id, hour, operation }: Count): string =>
  `${id} ${hour.toISOString()} ${operation}`
