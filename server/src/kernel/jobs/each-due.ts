import type { Context } from '../context.ts'
import { isNotPostponed, postponeRows, recordFailures, type DueRow, type FailedRow } from './job-failure.ts'
import { runConcurrently } from './run-concurrently.ts'

/** The first parameters of a statement that finds due work: $1 the time, $2 the limit, and $3, which `isRunnable` needs. */
export type FindParameters = readonly [now: Date, limit: number, leftOut: readonly string[]]

/** What a job of several merchants looks for. */
export interface DueWork<Row extends DueRow> {
  /** Its name in the log and in table job_failure. */
  job: string
  /** How many rows make a full batch. */
  limit: number
  /**
   * Finds due rows without locks, the oldest first. Its statement contains `isRunnable`: a merchant that fails would fill
   * every batch otherwise.
   */
  find: (first: FindParameters) => Promise<Row[]>
}

/** SQL condition of the rows that a job may try now; `merchantId` and `id` are columns. See FindParameters. */
export const isRunnable = (job: string, columns: { merchantId: string; id: string }): string =>
  `${columns.merchantId} <> all($3::uuid[]) and ${isNotPostponed(job, { ...columns, now: '$1::timestamptz' })}`

/** So many rows one after another for which the network does not answer end a run. */
const UNAVAILABLE_MAX = 3

/**
 * Passes each merchant's due rows to `work`, which locks that merchant alone. Where `work` fails for a merchant, the
 * other merchants are done first, in the same run; then its rows are tried one by one. What still fails is logged and
 * tried again later. `work` must tolerate repetition. Answers how many rows were done.
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
    for (const [merchantId, own] of Map.groupBy(rows, (row) => row.merchantId)) {
      const failures = await tryRows(merchantId, own)
      failedNow.push(...failures)
      if (failures.length > 1) suspects.push(...own)
      else failed.push(...failures)
    }
    return failedNow
  })
  for (const row of suspects) failed.push(...(await tryRows(row.merchantId, [row])))
  await recordFailures(ctx, due.job, failed, done)
  return done.length
}

/**
 * What became of a row, when it was neither done nor failed. `postponed`: the work itself has put it off.
 * `unavailable`: the network could not be asked; the row waits, and a network that does not answer ends the run.
 */
export type RowOutcome = 'postponed' | 'unavailable' | void

/** The same for work that takes each row by itself, up to `concurrencyMax` side by side. Answers how many rows were done. */
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
 * Passes batches of due rows to `work` until a batch is not full or was done completely. Merchants of rows that `work`
 * answers as not done are left out of the batches that follow.
 */
async function eachBatch<Row extends DueRow>(
  ctx: Context,
  { limit, find }: DueWork<Row>,
  work: (rows: Row[]) => Promise<readonly DueRow[]>,
): Promise<void> {
  const leftOut = new Set<string>()
  for (;;) {
    const rows = await find([ctx.clock.now(), limit, Array.from(leftOut)])
    const undone = await work(rows)
    if (undone.length === 0 || rows.length < limit) return
    for (const { merchantId } of undone) leftOut.add(merchantId)
  }
}
