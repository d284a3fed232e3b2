import { plusMs } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { checkPeriod, daysOf, PERIOD_DAYS_MAX, type Period } from '../../kernel/values/period.ts'
import { Problem } from '../../kernel/problem.ts'
import { sql } from '../../kernel/database/sql.ts'
import { findEndpoint } from '../endpoints/endpoint.queries.ts'
import { performanceOf, type CountedAttempts, type Performance } from './endpoint-windows.ts'

const DAY_MS = 86_400_000
/** As long as the hourly counts are kept. */
const KEPT_DAYS = 90

/** How long one step of a history is. */
export const HISTORY_STEPS = ['hour', 'day'] as const
export type HistoryStep = (typeof HISTORY_STEPS)[number]

/** Days of one question; of hours, so many that a reader still tells one from another. */
const DAYS_MAX: Record<HistoryStep, number> = { hour: 8, day: PERIOD_DAYS_MAX }

/** How an endpoint did within one hour or one day. */
export interface EndpointMoment extends Performance {
  from: Date
  /** Exclusive. */
  to: Date
}

interface CountRow extends CountedAttempts {
  from: Date
  to: Date
}

/**
 * How one of the merchant's endpoints did in each hour or day that a period touches, by when its attempts began. Steps
 * to come are left out, and those whose counts are no longer kept, which is after 90 days.
 * @throws Problem validation_error: `to` (not after `from`, or more than 8 days of hours or 366 days), `zone`;
 * not_found, reason `webhook_endpoint_not_found`.
 */
export async function listEndpointMoments(
  ctx: Context,
  merchantId: string,
  endpointId: string,
  { step, ...period }: Period & { step: HistoryStep },
): Promise<EndpointMoment[]> {
  const { from, to, zone } = checkPeriod(period, DAYS_MAX[step])
  const now = ctx.clock.now()
  const kept = plusMs(now, -KEPT_DAYS * DAY_MS)
  const since = from > kept ? from : kept
  if (!(await findEndpoint(ctx, merchantId, endpointId)))
    throw new Problem('not_found', { reason: 'webhook_endpoint_not_found' })
  const rows = await sql<CountRow>(ctx, COUNTS[step], [endpointId, since, to, zone, now])
  return [...Map.groupBy(rows, (row) => row.from.getTime()).values()].flatMap((counts) => {
    const [first] = counts
    return first ? [{ from: first.from, to: first.to, ...performanceOf(counts) }] : []
  })
}

const HOURS = `
  select h as begins_at, h + interval '1 hour' as ends_at
  from generate_series(
    date_trunc('hour', $2::timestamptz at time zone $4) at time zone $4,
    least($3::timestamptz - interval '1 millisecond', $5::timestamptz),
    interval '1 hour') h`

/** Each count is read once, and knows its step; a step without an attempt answers one row of none. */
const countsOf = (steps: string, stepOfHour: string) => `
  with step as (${steps}), counted as (
    select ${stepOfHour} as begins_at, h.outcome = 'succeeded' as is_success, h.latency_ms_max,
      sum(h.attempts)::bigint as attempts
    from webhook_endpoint_hour h
    where h.endpoint_id = $1::uuid and h.hour >= (select min(begins_at) from step)
      and h.hour < (select max(ends_at) from step)
    group by 1, 2, 3)
  select step.begins_at as "from", step.ends_at as "to", coalesce(counted.is_success, true) as "isSuccess",
    coalesce(counted.latency_ms_max, 0) as "latencyMsMax", coalesce(counted.attempts, 0) as attempts
  from step left join counted on counted.begins_at = step.begins_at order by step.begins_at`

const COUNTS: Record<HistoryStep, string> = {
  hour: countsOf(HOURS, "date_bin('1 hour', h.hour, (select min(begins_at) from step))"),
  day: countsOf(
    daysOf({ from: '$2', to: '$3', zone: '$4', now: '$5' }),
    "date_trunc('day', h.hour at time zone $4) at time zone $4",
  ),
}
