import { Problem } from '../problem.ts'
import { checkZone } from './zone.ts'

/** A stretch of time that is told step by step. */
export interface Period {
  /** Inclusive. */
  from: Date
  /** Exclusive. */
  to: Date
  /** A time zone of IANA, whose days are meant. */
  zone: string
}

/** Days of one question: a leap year. */
export const PERIOD_DAYS_MAX = 366
const DAY_MS = 86_400_000

/**
 * A period as it was asked for.
 * @throws Problem validation_error: `to` (more than `daysMax` days, or not after `from`), `zone`.
 */
export function checkPeriod({ from, to, zone }: Period, daysMax = PERIOD_DAYS_MAX): Period {
  const days = (to.getTime() - from.getTime()) / DAY_MS
  if (days <= 0 || days > daysMax)
    throw new Problem('validation_error', { fields: [{ path: 'to', code: 'out_of_range' }] })
  return { from, to, zone: checkZone(zone) }
}

/** Where a statement takes the ends of a period, its zone and the present from: its parameters. */
interface PeriodParameters {
  from: string
  to: string
  zone: string
  now: string
}

/** SQL for the days of a zone that a period touches, without those to come: `day` in text, `begins_at`, `ends_at`. */
export const daysOf = ({ from, to, zone, now }: PeriodParameters): string => `
  select to_char(d, 'YYYY-MM-DD') as day, d at time zone ${zone} as begins_at,
    (d + interval '1 day') at time zone ${zone} as ends_at
  from generate_series(
    date_trunc('day', ${from}::timestamptz at time zone ${zone}),
    date_trunc('day', least(${to}::timestamptz - interval '1 millisecond', ${now}::timestamptz) at time zone ${zone}),
    interval '1 day') d`
