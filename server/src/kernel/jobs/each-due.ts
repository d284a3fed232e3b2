import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely'
import { isAborted, type Context } from '../context.ts'
import { partsOf } from '../values/parts-of.ts'
import { pacedIf } from './pace.ts'
import { db, type Tables } from '../database/tables.ts'
import {
  FAILED_ROWS_MAX,
  notPostponed,
  postponeRows,
  recordFailures,
  type DueRow,
  type FailedRow,
} from './job-failure.ts'
import { runConcurrently } from './run-concurrently.ts'
import { isLockTimeout } from './transient-error.ts'

/**
 * The first parameters of a query that finds due rows. The condition `runnable` omits the rows of the merchants in
 * `excluded`.
 */
export type FindParameters = readonly [now: Date, limit: number, excluded: readonly string[]]

/** How a job finds its due rows. The rows may belong to several merchants. */
export interface DueWork<Row extends DueRow> {
  /** The name of the job in the log and in table `job_failure`. */
  job: string
  /** The number of rows in a full batch. */
  limit: number
  /**
   * Finds due rows without locks, the oldest first. The query must contain the condition `runnable`, because otherwise
   * the rows of a failing merchant would fill every batch.
   */
  find: (first: FindParameters) => Promise<Row[]>
  /** Whether `eachMerchant` waits between the merchants of a batch that is not full (see `paced`). */
  isPaced?: boolean
}

/**
 * Returns the condition that a job may process a row now, for the query of `DueWork.find`. For `columns`, see
 * `notPostponed`.
 */
export function runnable(
  ctx: Context,
  job: string,
  [now, , excluded]: FindParameters,
  columns: { merchantId: string; id: string },
): Expression<SqlBool> {
  const included = sql<SqlBool>`${sql.ref(columns.merchantId)} <> all(${excluded}::uuid[])`
  return expressionBuilder<Tables>().and([included, notPostponed(db(ctx), job, { ...columns, now })])
}

/**
 * The maximum number of rows in one call of `work`. With more rows, a transaction would lock its merchant for longer.
 */
export const MERCHANT_ROWS_MAX = 200

/** The number of successive rows whose work could not reach the network, after which a run ends. */
const UNAVAILABLE_MAX = 3

/**
 * Calls `work` with up to MERCHANT_ROWS_MAX due rows of one merchant, so that `work` locks only this merchant. If
 * `work` fails, the run continues with the other merchants, and later retries the rows of the failed merchant one by
 * one. Rows that fail again are logged and retried with backoff in a later run. All rows of a merchant are postponed if
 * its lock is not free, or if more than FAILED_ROWS_MAX of its rows failed and none was done. `work` must be
 * idempotent. Ends early when the context is aborted. Returns the number of rows done.
 */
export async function eachMerchant(
  ctx: Context,
  due: DueWork<DueRow>,
  work: (ctx: Context, merchantId: string, ids: string[]) => Promise<unknown>,
): Promise<number> {
  const done: DueRow[] = []
  const failures = new Failures(ctx)
  const isDone = async (merchantId: string, rows: DueRow[]): Promise<{ error: unknown } | undefined> => {
    const ids = rows.map((row) => row.id)
    const failed = await work(ctx, merchantId, ids).then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    if (!failed) done.push(...rows)
    return failed
  }

  const suspects: DueRow[] = []
  await eachBatch(ctx, due, async (rows) => {
    const undone: DueRow[] = []
    const isPaced = due.isPaced === true && rows.length < due.limit
    const ofMerchants = Array.from(Map.groupBy(rows, (row) => row.merchantId).values())
    for (const part of ofMerchants.flatMap((merchantRows) => partsOf(merchantRows, MERCHANT_ROWS_MAX))) {
      if (isAborted(ctx)) break
      const [first] = part
      if (!first || failures.isSkipped(first, done)) continue
      const failed = await pacedIf(ctx, isPaced, () => isDone(first.merchantId, part))
      if (!failed) continue
      undone.push(first)
      if (part.length > 1 && !isLockTimeout(failed.error)) suspects.push(...part)
      else failures.add(first, failed.error)
    }
    return undone
  })
  for (const row of suspects) {
    if (isAborted(ctx) || failures.isSkipped(row, done)) continue
    const failed = await isDone(row.merchantId, [row])
    if (failed) failures.add(row, failed.error)
  }
  await recordFailures(ctx, due.job, failures.rows, done)
  return done.length
}

/** The failures of one run of a job: the failed rows and the locked merchants. */
class Failures {
  readonly rows: FailedRow[] = []
  readonly #ctx: Context
  readonly #locked = new Set<string>()

  constructor(ctx: Context) {
    this.#ctx = ctx
  }

  /**
   * Returns whether the run skips further rows of a merchant: another transaction has locked the merchant, or more than
   * FAILED_ROWS_MAX rows of the merchant failed and none is in `done`. `recordFailures` postpones such a
   * merchant.
   */
  isSkipped({ merchantId }: DueRow, done: readonly DueRow[]): boolean {
    if (this.#locked.has(merchantId)) return true
    const failedCount = this.rows.filter((row) => row.merchantId === merchantId).length
    return failedCount > FAILED_ROWS_MAX && !done.some((row) => row.merchantId === merchantId)
  }

  /**
   * Adds a failed row. After a lock timeout, adds the row's merchant once instead of the row. Ignores errors after the
   * context was aborted, because the row did not cause such an error.
   */
  add({ merchantId, id }: DueRow, error: unknown): void {
    if (isAborted(this.#ctx)) return
    if (!isLockTimeout(error)) this.rows.push({ merchantId, id, error })
    else if (!this.#locked.has(merchantId)) {
      this.#locked.add(merchantId)
      this.rows.push({ merchantId, id: merchantId, error })
    }
  }
}

/**
 * The outcome of a row; undefined if the row is done. `postponed` means that the work itself has rescheduled the row.
 * `unavailable` means that the work could not reach the network. The job retries an `unavailable` row with backoff.
 * UNAVAILABLE_MAX successive `unavailable` rows end the run.
 */
export type RowOutcome = 'postponed' | 'unavailable' | void

/**
 * Calls `work` with each due row, at most `concurrencyMax` (1 by default) at a time. Failed rows are logged and retried
 * with backoff in a later run. If a merchant's lock is not free, all rows of the merchant are postponed. `work` must be
 * idempotent. Ends early when the context is aborted. Returns the number of rows done.
 */
export async function eachDueRow<Row extends DueRow>(
  ctx: Context,
  due: DueWork<Row> & { concurrencyMax?: number },
  work: (row: Row) => Promise<RowOutcome>,
): Promise<number> {
  const done: Row[] = []
  const failures = new Failures(ctx)
  const unavailable: Row[] = []
  let unavailableInARow = 0
  await eachBatch(ctx, due, async (rows) => {
    const undone: DueRow[] = []
    await runConcurrently(rows, due.concurrencyMax ?? 1, async (row) => {
      if (unavailableInARow >= UNAVAILABLE_MAX || isAborted(ctx) || failures.isSkipped(row, done)) return
      const outcome = await work(row).catch((error: unknown) => ({ error }))
      unavailableInARow = outcome === 'unavailable' ? unavailableInARow + 1 : 0
      if (outcome === undefined) done.push(row)
      else undone.push(row)
      if (outcome === 'unavailable' && !isAborted(ctx)) unavailable.push(row)
      else if (typeof outcome === 'object') failures.add(row, outcome.error)
    })
    return unavailableInARow < UNAVAILABLE_MAX ? undone : []
  })
  await postponeRows(ctx, due.job, unavailable)
  await recordFailures(ctx, due.job, failures.rows, done)
  return done.length
}

/**
 * Passes batches of due rows to `work`, which returns the rows that it did not finish. Stops after a batch that was not
 * full, or of which `work` finished every row. Later batches exclude the merchants of unfinished rows.
 */
async function eachBatch<Row extends DueRow>(
  ctx: Context,
  { limit, find }: DueWork<Row>,
  work: (rows: Row[]) => Promise<readonly DueRow[]>,
): Promise<void> {
  const excluded = new Set<string>()
  for (;;) {
    const rows = await find([ctx.clock.now(), limit, Array.from(excluded)])
    const undone = await work(rows)
    if (undone.length === 0 || rows.length < limit || isAborted(ctx)) return
    for (const { merchantId } of undone) excluded.add(merchantId)
  }
}
