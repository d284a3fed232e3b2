import { plusMs } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'
import { latencyQuantile } from './latency.ts'

const HOUR_MS = 3_600_000

/** The windows, in hours: the current hour and the previous one, a day, a week. */
export const WINDOW_HOURS = [2, 24, 168] as const

/** The number of attempts by result, and the duration of the successful ones. */
export interface Performance {
  /** Attempts. */
  succeeded: number
  failed: number
  /** The median duration of the successful attempts, as the upper bound of its latency bucket. Null without any. */
  p50Ms: number | null
  /** The 95th percentile of the same. */
  p95Ms: number | null
}

/** The performance of an endpoint within the last `hours`. */
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

interface CountRow extends CountedAttempts {
  endpointId: string
  hours: number
}

/** Lists the performance of endpoints by window, shortest first. Reads hourly counts: the attempt log is too large. */
export async function listWindows(ctx: Context, ids: readonly string[]): Promise<EndpointWindow[]> {
  const now = ctx.clock.now()
  const since = WINDOW_HOURS.map((hours) => plusMs(now, -hours * HOUR_MS))
  const rows = await sql<CountRow>(ctx, COUNTS, [ids, [...WINDOW_HOURS], since])
  const counts = Map.groupBy(rows, ({ endpointId, hours }) => `${endpointId} ${hours}`)
  return ids.flatMap((endpointId) =>
    WINDOW_HOURS.map((hours) => ({
      endpointId,
      hours,
      ...performanceOf(counts.get(`${endpointId} ${hours}`) ?? []),
    })),
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

const COUNTS = `
  select h.endpoint_id as "endpointId", w.hours, h.outcome = 'succeeded' as "isSuccess",
    h.latency_ms_max as "latencyMsMax", sum(h.attempts)::bigint as attempts
  from unnest($2::int[], $3::timestamptz[]) w (hours, since)
  join webhook_endpoint_hour h on h.endpoint_id = any ($1::uuid[]) and h.hour > w.since
  group by h.endpoint_id, w.hours, "isSuccess", h.latency_ms_max`
