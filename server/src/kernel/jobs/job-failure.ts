import { plusMs } from '../clock.ts'
import { sqlState, type Context } from '../context.ts'
import { sql } from '../database/sql.ts'

/** A due row and the merchant that it belongs to. */
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
/** A failure this long after the last retry counts as the first one again. */
const FORGOTTEN_AFTER_MS = 2 * RETRY_MS_MAX
const KEPT_MS = 86_400_000
/** With more failed rows than this and none done, the whole merchant is postponed instead of single rows. */
const FAILED_ROWS_MAX = 3

/**
 * Returns the SQL condition that neither the row nor its merchant is postponed after a failure of `job`. `merchantId`
 * and `id` are columns; `now` is an SQL expression of the current time.
 */
export const isNotPostponed = (
  job: string,
  { merchantId, id, now }: { merchantId: string; id: string; now: string },
): string =>
  `not exists (select from job_failure postponed where postponed.job = '${job}' and postponed.retry_at > ${now}
    and postponed.subject_id in (${merchantId}, ${id}))`

/**
 * Records the failed rows of a run and logs one error per merchant. The job retries them with exponential backoff from
 * 2 s to 5 minutes. A merchant's failed rows are postponed one by one, so its other rows still run. When more than
 * FAILED_ROWS_MAX rows failed and none was done, the whole merchant is postponed. `done` are the rows done in the run.
 */
export async function recordFailures(
  ctx: Context,
  job: string,
  failed: readonly FailedRow[],
  done: readonly DueRow[],
): Promise<void> {
  if (failed.length === 0) return
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

/** Postpones rows with the backoff of `recordFailures`, without logging an error: the network was unreachable. */
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
  await sql(ctx, POSTPONE, [
    job,
    postponed.map((one) => one.subjectId),
    postponed.map((one) => one.merchantId),
    postponed.map((one) => nameOf(one.error)),
    now,
    plusMs(now, -FORGOTTEN_AFTER_MS),
    RETRY_MS_FIRST,
    RETRY_MS_MAX,
  ])
  await sql(ctx, 'delete from job_failure where retry_at < $1', [plusMs(now, -KEPT_MS)])
}

const POSTPONE = `
  insert into job_failure as f (job, subject_id, merchant_id, failures_count, last_error, failed_at, retry_at)
  select $1::text, subject_id, merchant_id, 1, error, $5::timestamptz,
    $5::timestamptz + $7::float8 * interval '1 millisecond'
  from unnest($2::uuid[], $3::uuid[], $4::text[]) as given (subject_id, merchant_id, error)
  on conflict (job, subject_id) do update set last_error = excluded.last_error, failed_at = excluded.failed_at,
    failures_count = case when f.retry_at < $6::timestamptz then 1 else f.failures_count + 1 end,
    retry_at = excluded.failed_at + interval '1 millisecond' * case when f.retry_at < $6::timestamptz then $7::float8
      else least($7::float8 * power(2, least(f.failures_count, 30)), $8::float8) end`

/** Returns the SQLSTATE or class name of an error, never its message, which may contain values of the row. */
function nameOf(error: unknown): string {
  if (typeof error === 'string') return error
  return sqlState(error) ?? (error instanceof Error ? error.name : 'unknown')
}
