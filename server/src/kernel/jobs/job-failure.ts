import { expressionBuilder, sql, type Expression, type Kysely, type SqlBool } from 'kysely'
import { plusMs } from '../clock.ts'
import { sqlState, type Context } from '../context.ts'
import { delayedBy } from '../database/expressions.ts'
import { db, type Tables } from '../database/tables.ts'
import { countFailedItems } from './job-metrics.ts'

/** A due row and the merchant to which it belongs. */
export interface DueRow {
  merchantId: string
  id: string
}

/** A row on which a job failed. */
export interface FailedRow extends DueRow {
  error: unknown
}

const RETRY_MS_FIRST = 2_000
const RETRY_MS_MAX = 300_000
/** If a row fails more than this many milliseconds after its last scheduled retry, its backoff starts again at 2 s. */
const BACKOFF_RESET_MS = 2 * RETRY_MS_MAX
const RETENTION_MS = 86_400_000
/** If more than this many rows of a merchant failed and none was done, the job postpones the whole merchant. */
export const FAILED_ROWS_MAX = 3

/**
 * Returns the condition that neither the row nor its merchant is postponed at `now` because of a failure of `job`.
 * `merchantId` and `id` are the names of columns in the query that uses the condition.
 */
export function notPostponed(
  queries: Kysely<Tables>,
  job: string,
  { merchantId, id, now }: { merchantId: string; id: string; now: Date | Expression<Date> },
): Expression<SqlBool> {
  const eb = expressionBuilder<Tables>()
  const subjects = [sql.ref<string>(merchantId), sql.ref<string>(id)]
  return eb.not(
    eb.exists(
      queries
        .selectFrom('job_failure')
        .select('job')
        .where('job', '=', job)
        .where('retry_at', '>', now)
        .where('subject_id', 'in', subjects),
    ),
  )
}

/**
 * Records and counts the failed rows of a run, and logs one error per merchant. The job retries the rows with
 * exponential backoff from 2 s to 5 minutes. Only the failed rows are postponed, so the merchant's other rows continue
 * to run. If more than FAILED_ROWS_MAX rows of a merchant failed and none was done, all its rows are postponed. `done`
 * are the rows that succeeded in the run.
 */
export async function recordFailures(
  ctx: Context,
  job: string,
  failed: readonly FailedRow[],
  done: readonly DueRow[],
): Promise<void> {
  if (failed.length === 0) return
  countFailedItems(ctx, failed.length)
  const merchantsWithDoneRows = new Set(done.map((row) => row.merchantId))
  const postponed: Postponed[] = []
  for (const [merchantId, rows] of Map.groupBy(failed, (row) => row.merchantId)) {
    const [first] = rows
    const isMerchantFailing = rows.length > FAILED_ROWS_MAX && !merchantsWithDoneRows.has(merchantId)
    const subjects = isMerchantFailing && first ? [{ ...first, id: merchantId }] : rows
    postponed.push(...subjects.map((row) => ({ ...row, subjectId: row.id })))
    ctx.log.error(
      { err: first?.error, job, merchant_id: merchantId, id: first?.id, failed_count: rows.length },
      'job failed for a merchant',
    )
  }
  await postpone(ctx, job, postponed)
}

/**
 * Postpones rows with the backoff of `recordFailures`. Logs no error, because the rows did not cause the failure: the
 * network was unreachable.
 */
export const postponeRows = (ctx: Context, job: string, rows: readonly DueRow[]): Promise<void> =>
  postpone(
    ctx,
    job,
    rows.map(({ merchantId, id }) => ({ merchantId, subjectId: id, error: 'unavailable' })),
  )

interface Postponed {
  merchantId: string
  subjectId: string
  error: unknown
}

async function postpone(ctx: Context, job: string, postponed: readonly Postponed[]): Promise<void> {
  if (postponed.length === 0) return
  const now = ctx.clock.now()
  const first = plusMs(now, RETRY_MS_FIRST)
  await db(ctx)
    .insertInto('job_failure')
    .values(
      postponed.map(({ merchantId, subjectId, error }) => ({
        job,
        subject_id: subjectId,
        merchant_id: merchantId,
        failures_count: 1,
        last_error: nameOf(error),
        failed_at: now,
        retry_at: first,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['job', 'subject_id']).doUpdateSet((failure) => {
        const isBackoffOver = failure('job_failure.retry_at', '<', plusMs(now, -BACKOFF_RESET_MS))
        return {
          last_error: failure.ref('excluded.last_error'),
          failed_at: now,
          failures_count: failure
            .case()
            .when(isBackoffOver)
            .then(1)
            .else(failure('job_failure.failures_count', '+', 1))
            .end(),
          retry_at: failure.case().when(isBackoffOver).then(first).else(backoff(now)).end(),
        }
      }),
    )
    .execute()
  await db(ctx).deleteFrom('job_failure').where('retry_at', '<', plusMs(now, -RETENTION_MS)).execute()
}

/**
 * Returns the time of the next retry. The delay doubles with each failure: 2 s, 4 s, … up to 5 minutes. The exponent is
 * bounded, so that the delay cannot overflow.
 */
const backoff = (now: Date) => {
  const count = sql.ref<number>('job_failure.failures_count')
  const delayMs = sql<number>`least(${RETRY_MS_FIRST}::float8 * power(2, least(${count}, 30)), ${RETRY_MS_MAX}::float8)`
  return delayedBy(now, sql`${delayMs} * interval '1 millisecond'`)
}

/**
 * Returns the SQLSTATE or the class name of an error. Never returns the message, which may contain values of the row.
 */
function nameOf(error: unknown): string {
  if (typeof error === 'string') return error
  return sqlState(error) ?? (error instanceof Error ? error.name : 'unknown')
}
