import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely'
import type { Context } from '../context.ts'
import { db, type Tables } from '../database/tables.ts'
import { notPostponed, postponeRows, recordFailures, type DueRow, type FailedRow } from './job-failure.ts'
import { runConcurrently } from './run-concurrently.ts'

/** The first parameters of a query that finds due rows. `excluded` are the merchants that `runnable` skips. */
export type FindParameters = readonly [now: Date, limit: number, excluded: readonly string[]]

/** How a job finds its due rows, which belong to several merchants. */
export interface DueWork<Row extends DueRow> {
  /** The name of the job in the log and in table `job_failure`. */
  job: string
  /** The number of rows in a full batch. */
  limit: number
  /**
   * Finds due rows without locks, the oldest first. The query must have the condition `runnable`; otherwise the rows of a
   * failing merchant fill every batch.
   */
  find: (first: FindParameters) => Promise<Row[]>
}

/** Returns the condition of rows that a job may try now, for the query of `DueWork.find`. `columns` as in `notPostponed`. */
export function runnable(
  ctx: Context,
  job: string,
  [now, , excluded]: FindParameters,
  columns: { merchantId: string; id: string },
): Expression<SqlBool> {
  const included = sql<SqlBool>`${sql.ref(columns.merchantId)} <> all(${excluded}::uuid[])`
  return expressionBuilder<Tables>().and([included, notPostponed(db(ctx), job, { ...columns, now })])
}

/** A run ends after this many consecutive rows whose work could not reach the network. */
const UNAVAILABLE_MAX = 3

/**
 * Calls `work` with the due rows of one merchant at a time, so that `work` locks only that merchant. If `work` fails,
 * the run continues with the other merchants, then retries the failed merchant's rows one by one. Rows that fail again
 * are logged and retried with backoff in a later run. `work` must be idempotent. Returns the number of rows done.
 */
export async function eachMerchant(
  ctx: Context,
  due: DueWork<DueRow>,
  work: (ctx: Context, merchantId: string, ids: string[]) => Promise<unknown>,
): Promise<number> {
  const done: DueRow[] = []
  const failed: FailedRow[] = []
  const tryRows = async (merchantId: string, rows: DueRow[]): Promise<FailedRow[]> => {
    try {
      await work(
        ctx,
        merchantId,
        rows.map((row) => row.id),
      )
      done.push(...rows)
      return []
    } catch (error) {
      return rows.map(({ id }) => ({ merchantId, id, error }))
    }
  }

  const suspects: DueRow[] = []
  await eachBatch(ctx, due, async (rows) => {
    const failedNow: FailedRow[] = []
    for (const [merchantId, merchantRows] of Map.groupBy(rows, (row) => row.merchantId)) {
      const failures = await tryRows(merchantId, merchantRows)
      failedNow.push(...failures)
      if (failures.length > 1) suspects.push(...merchantRows)
      else failed.push(...failures)
    }
    return failedNow
  })
  for (const row of suspects) failed.push(...(await tryRows(row.merchantId, [row])))
  await recordFailures(ctx, due.job, failed, done)
  return done.length
}

/**
 * The outcome of a row; undefined when the row is done. `postponed`: the work has rescheduled the row itself.
 * `unavailable`: the work could not reach the network. The row is retried with backoff; UNAVAILABLE_MAX consecutive
 * `unavailable` rows end the run.
 */
export type RowOutcome = 'postponed' | 'unavailable' | void

/**
 * Calls `work` with each due row, at most `concurrencyMax` (1 by default) at a time. Failed rows are logged and retried
 * with backoff in a later run. `work` must be idempotent. Returns the number of rows done.
 */
export async function eachDueRow<Row extends DueRow>(
  ctx: Context,
  due: DueWork<Row> & { concurrencyMax?: number },
  work: (row: Row) => Promise<RowOutcome>,
): Promise<number> {
  const done: Row[] = []
  const failed: FailedRow[] = []
  const unavailable: Row[] = []
  let unavailableInARow = 0
  await eachBatch(ctx, due, async (rows) => {
    const undone: DueRow[] = []
    await runConcurrently(rows, due.concurrencyMax ?? 1, async (row) => {
      if (unavailableInARow >= UNAVAILABLE_MAX) return
      const outcome = await work(row).catch((error: unknown) => ({ error }))
      unavailableInARow = outcome === 'unavailable' ? unavailableInARow + 1 : 0
      if (outcome === undefined) done.push(row)
      else undone.push(row)
      if (outcome === 'unavailable') unavailable.push(row)
      else if (typeof outcome === 'object') failed.push({ ...row, ...outcome })
    })
    return unavailableInARow < UNAVAILABLE_MAX ? undone : []
  })
  await postponeRows(ctx, due.job, unavailable)
  await recordFailures(ctx, due.job, failed, done)
  return done.length
}

/**
 * Passes batches of due rows to `work`, which returns the rows that it did not finish. Stops after a batch that was
 * not full or that `work` finished. Later batches exclude the merchants of unfinished rows.
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
    if (undone.length === 0 || rows.length < limit) return
    for (const { merchantId } of undone) excluded.add(merchantId)
  }
}
