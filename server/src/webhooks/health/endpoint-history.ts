import { expressionBuilder, sql } from 'kysely'
import { plusMs } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { checkPeriod, PERIOD_DAYS_MAX, selectDays, type Period } from '../../kernel/values/period.ts'
import { Problem } from '../../kernel/problem.ts'
import { db, type Tables } from '../../kernel/database/tables.ts'
import { findEndpoint } from '../endpoints/endpoint.queries.ts'
import { performanceOf, type Performance } from './endpoint-windows.ts'

const DAY_MS = 86_400_000
/** How many days the hourly counts are kept. */
const RETENTION_DAYS = 90

/** The possible lengths of one step of a history. */
export const HISTORY_STEPS = ['hour', 'day'] as const
export type HistoryStep = (typeof HISTORY_STEPS)[number]

/** The longest period of one request, in days. A chart with hours for more than eight days would be unreadable. */
const DAYS_MAX: Record<HistoryStep, number> = { hour: 8, day: PERIOD_DAYS_MAX }

/** The performance of an endpoint within one hour or one day. */
export interface EndpointMoment extends Performance {
  from: Date
  /** End of the hour or day, exclusive. */
  to: Date
}

/**
 * Lists the performance of one of the merchant's endpoints for each hour or day that overlaps a period. An attempt
 * counts in the hour in which it started. Leaves out hours and days that are in the future, or older than the retention
 * of 90 days.
 * @throws Problem validation_error: `to` is not after `from`, or the period is longer than 8 days (steps of hours) or
 * 366 days (steps of days), or `zone` is invalid.
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
  const rows = await listCounts(ctx, endpointId, { step, from: since, to, zone })
  return [...Map.groupBy(rows, (row) => row.from.getTime()).values()].flatMap((counts) => {
    const [first] = counts
    return first ? [{ from: first.from, to: first.to, ...performanceOf(counts) }] : []
  })
}

/**
 * Lists the attempts in each step of the period, by result and latency bucket. A step without attempts has one row with
 * zero attempts.
 */
function listCounts(ctx: Context, endpointId: string, { step, ...period }: Period & { step: HistoryStep }) {
  const now = ctx.clock.now()
  return (
    db(ctx)
      .with('step', () => (step === 'hour' ? selectHours(period, now) : selectDayLimits(period, now)))
      // Reads each hourly count only once, and assigns it to its hour or day.
      .with('counted', (query) => {
        const first = query.selectFrom('step').select(({ fn }) => fn.min('begins_at').as('at'))
        const end = query.selectFrom('step').select(({ fn }) => fn.max('ends_at').as('at'))
        const stepOfHour =
          step === 'hour'
            ? sql<Date>`date_bin('1 hour', h.hour, ${first})`
            : sql<Date>`date_trunc('day', h.hour at time zone ${period.zone}) at time zone ${period.zone}`
        return query
          .selectFrom('webhook_endpoint_hour as h')
          .select(({ eb, fn }) => [
            stepOfHour.as('begins_at'),
            eb('h.outcome', '=', 'succeeded').$castTo<boolean>().as('is_success'),
            'h.latency_ms_max',
            fn.sum<bigint>('h.attempts').as('attempts'),
          ])
          .where('h.endpoint_id', '=', endpointId)
          .where('h.hour', '>=', first)
          .where('h.hour', '<', end)
          .groupBy(['begins_at', 'is_success', 'h.latency_ms_max'])
      })
      .selectFrom('step')
      .leftJoin('counted', 'counted.begins_at', 'step.begins_at')
      .select(({ fn }) => [
        'step.begins_at as from',
        'step.ends_at as to',
        fn.coalesce('counted.is_success', sql<boolean>`true`).as('isSuccess'),
        fn.coalesce('counted.latency_ms_max', sql<number>`0`).as('latencyMsMax'),
        fn.coalesce('counted.attempts', sql<bigint>`0`).as('attempts'),
      ])
      .orderBy('step.begins_at')
      .execute()
  )
}

/** Selects the hours that overlap the period, without hours after `now`. */
function selectHours({ from, to, zone }: Period, now: Date) {
  const query = expressionBuilder<Tables>()
  const last = to <= now ? plusMs(to, -1) : now
  const starts = query.fn<{ start: Date }>('generate_series', [
    sql`date_trunc('hour', ${from}::timestamptz at time zone ${zone}) at time zone ${zone}`,
    sql`${last}::timestamptz`,
    sql`interval '1 hour'`,
  ])
  return query
    .selectFrom(starts.as('start'))
    .select(['start.start as begins_at', sql<Date>`start + interval '1 hour'`.as('ends_at')])
}

const selectDayLimits = (period: Period, now: Date) =>
  expressionBuilder<Tables>().selectFrom(selectDays(period, now).as('day')).select(['begins_at', 'ends_at'])
