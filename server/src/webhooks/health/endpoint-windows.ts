import { sql } from 'kysely'
import { anyUuid } from '../../kernel/database/any-of.ts'
import { plusMs } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { latencyQuantile } from './latency.ts'

const HOUR_MS = 3_600_000

/** The lengths of the windows in hours: the current and the previous hour, a day, a week. */
export const WINDOW_HOURS = [2, 24, 168] as const

/** The number of attempts by result, and the durations of the successful attempts. */
export interface Performance {
  /** The number of successful attempts. */
  succeeded: number
  failed: number
  /**
   * The median duration of the successful attempts, rounded up to the bound of its latency bucket. Null if there was no
   * success.
   */
  p50Ms: number | null
  /**
   * The 95th percentile of the durations of the successful attempts, rounded up to the bound of its latency bucket.
   * Null if there was no success.
   */
  p95Ms: number | null
}

/** The performance of an endpoint within the last `hours` hours. */
export interface EndpointWindow extends Performance {
  endpointId: string
  hours: number
}

/** The number of attempts with the same result and the same latency bucket. */
export interface CountedAttempts {
  isSuccess: boolean
  latencyMsMax: number
  attempts: bigint
}

/**
 * Lists the performance of endpoints by window, the shortest window first. Reads hourly counts, because the attempt log
 * is too large.
 */
export async function listWindows(ctx: Context, ids: readonly string[]): Promise<EndpointWindow[]> {
  const rows = await db(ctx)
    .selectFrom(windows(ctx.clock.now()))
    .innerJoin('webhook_endpoint_hour as h', (join) =>
      join.on('h.endpoint_id', '=', anyUuid(ids)).onRef('h.hour', '>', 'w.since'),
    )
    .select(({ eb, fn }) => [
      'h.endpoint_id as endpointId',
      'w.hours',
      eb('h.outcome', '=', 'succeeded').$castTo<boolean>().as('isSuccess'),
      'h.latency_ms_max as latencyMsMax',
      fn.sum<bigint>('h.attempts').as('attempts'),
    ])
    .groupBy(['h.endpoint_id', 'w.hours', 'isSuccess', 'h.latency_ms_max'])
    .execute()
  const counts = Map.groupBy(rows, ({ endpointId, hours }) => `${endpointId} ${hours}`)
  return ids.flatMap((endpointId) =>
    WINDOW_HOURS.map((hours) => ({
      endpointId,
      hours,
      ...performanceOf(counts.get(`${endpointId} ${hours}`) ?? []),
    })),
  )
}

/** Returns the windows that end at `now`, as a table for a query. */
function windows(now: Date) {
  const since = WINDOW_HOURS.map((hours) => plusMs(now, -hours * HOUR_MS))
  return sql<{ hours: number; since: Date }>`unnest(${WINDOW_HOURS}::int[], ${since}::timestamptz[])`.as<'w'>(
    sql`w (hours, since)`,
  )
}

/** Sums counts into one performance. */
export function performanceOf(rows: readonly CountedAttempts[]): Performance {
  const counts = rows.map((row) => ({ ...row, attempts: Number(row.attempts) }))
  const succeeded = counts.filter(({ isSuccess }) => isSuccess)
  const failed = counts.filter(({ isSuccess }) => !isSuccess)
  return {
    succeeded: total(succeeded),
    failed: total(failed),
    p50Ms: latencyQuantile(succeeded, 0.5),
    p95Ms: latencyQuantile(succeeded, 0.95),
  }
}

const total = (counts: readonly { attempts: number }[]): number =>
  counts.reduce((sum, { attempts }) => sum + attempts, 0)
