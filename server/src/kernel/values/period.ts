import { expressionBuilder, sql } from 'kysely'
import { plusMs } from '../clock.ts'
import type { Tables } from '../database/tables.ts'
import { Problem } from '../problem.ts'
import { checkZone } from './zone.ts'

/** A time range that a report divides into days. */
export interface Period {
  /** The start of the range, inclusive. */
  from: Date
  /** The end of the range, exclusive. */
  to: Date
  /** The IANA name of the time zone that defines the days. */
  zone: string
}

/** The longest period of one report: the days of a leap year. */
export const PERIOD_DAYS_MAX = 366
const DAY_MS = 86_400_000

/**
 * Validates a period and returns it.
 * @throws Problem validation_error: `to` is not after `from` or is more than `daysMax` days later, or `zone` is
 * unknown.
 */
export function checkPeriod({ from, to, zone }: Period, daysMax = PERIOD_DAYS_MAX): Period {
  const days = (to.getTime() - from.getTime()) / DAY_MS
  if (days <= 0 || days > daysMax)
    throw new Problem('validation_error', { fields: [{ path: 'to', code: 'out_of_range' }] })
  return { from, to, zone: checkZone(zone) }
}

/**
 * Selects the days of the time zone that overlap the period, except days after `now`. The columns are `day` (text),
 * `begins_at` and `ends_at`.
 */
export function selectDays({ from, to, zone }: Period, now: Date) {
  const query = expressionBuilder<Tables>()
  const last = to <= now ? plusMs(to, -1) : now
  const startOf = (at: Date) => sql<Date>`date_trunc('day', ${at}::timestamptz at time zone ${zone})`
  const starts = query.fn<{ start: Date }>('generate_series', [
    startOf(from),
    startOf(last),
    sql`interval '1 day'`,
  ])
  return query
    .selectFrom(starts.as('start'))
    .select([
      sql<string>`to_char(start, 'YYYY-MM-DD')`.as('day'),
      sql<Date>`start at time zone ${zone}`.as('begins_at'),
      sql<Date>`(start + interval '1 day') at time zone ${zone}`.as('ends_at'),
    ])
}
