import { plusMs } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { checkPeriod, daysOf, PERIOD_DAYS_MAX, type Period } from '../../kernel/values/period.ts'
import { Problem } from '../../kernel/problem.ts'
import { sql } from '../../kernel/database/sql.ts'
import { findEndpoint } from '../endpoints/endpoint.queries.ts'
import { performanceOf, type CountedAttempts, type Performance } from './endpoint-windows.ts'

const DAY_MS = 86_400_000
/** The retention of the hourly counts. */
const RETENTION_DAYS = 90

/** The interval of a history. */
export const HISTORY_STEPS = ['hour', 'day'] as const
export type HistoryStep = (typeof HISTORY_STEPS)[number]

/** The longest period of one request, in days. A chart of more than eight days of hours would be unreadable. */
const DAYS_MAX: Record<HistoryStep, number> = { hour: 8, day: PERIOD_DAYS_MAX }

/** The performance of an endpoint within one hour or one day. */
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
 * Lists the performance of one of the merchant's endpoints in each hour or day that overlaps a period. The start of an
 * attempt decides its hour. Omits future steps, and steps past the retention of 90 days.
 * @throws Problem validation_error: `to` (not after `from`, or more than 8 days later for hours, 366 for days), `zone`.
 * @throws Problem not_found, reason `webhook_endpoint_not_found`.
 */
export async function listEndpointMoments(
  ctx: Context,
  merchantId: string,
  endpointId: string,
  { step, ...period }: Period & { step: HistoryStep },
): Promise<EndpointMoment[]> {
  const { from, to, zone } = checkPeriod(period, DAYS_MAX[step])
  const now = ctx.clock.now()
  const oldest = plusMs(now, -RETENTION_DAYS * DAY_MS)
  const since = from > oldest ? from : oldest
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

/** Reads each hourly count once and assigns it to its step. A step without attempts has one row with zero attempts. */
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
