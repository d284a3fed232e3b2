import {
  addDays,
  dayOf,
  HOUR_MS,
  hourOf,
  isDay,
  isHour,
  startOfDayMs,
  startOfHourMs,
  type Day,
  type Hour,
  type Zone,
} from './day.ts'

/** Periods that move with the calendar: a link with `7d` still means the last seven days tomorrow. */
export const PRESETS = ['24h', 'today', 'yesterday', '7d', '30d', '90d'] as const

/** A period that moves with the calendar. */
export type Preset = (typeof PRESETS)[number]

/**
 * A period as the URL holds it: a preset, two days both included, `2026-11-01..2026-11-20`, or two hours both included,
 * `2026-11-20T22..2026-11-21T01`.
 */
export type Range = string

/** Full hours of «the last 24 hours», before the one that runs. */
const HOURS_BACK = 23
const DAYS_BACK: Record<Exclude<Preset, '24h'>, number> = {
  today: 0,
  yesterday: 1,
  '7d': 6,
  '30d': 29,
  '90d': 89,
}

/** True when the text names one of the moving periods. */
export function isPreset(text: string): text is Preset {
  return PRESETS.some((preset) => preset === text)
}

function pairOf<Moment extends string>(range: string, is: (text: string) => text is Moment) {
  const [first = '', last = '', ...rest] = range.split('..')
  return rest.length === 0 && is(first) && is(last) && first <= last ? { first, last } : undefined
}

/** The two days of a fixed period, or nothing when the text is not one. */
export function rangeDays(range: string): { first: Day; last: Day } | undefined {
  return pairOf(range, isDay)
}

/** The two hours of a fixed period, or nothing when the text is not one. */
export function rangeHours(range: string): { first: Hour; last: Hour } | undefined {
  return pairOf(range, isHour)
}

/** A period read from a URL: what is not understood is dropped. */
export function parseRange(text: unknown): Range | undefined {
  if (typeof text !== 'string') return undefined
  return isPreset(text) || rangeDays(text) || rangeHours(text) ? text : undefined
}

/** The instants of a period: `from` included, `to` excluded, both UTC; a period up to now has no end. */
export type Instants = { from: string; to: string | null }

const instant = (ms: number) => new Date(ms).toISOString()

/** The first of the last 24 hours. It moves with the hour, not with each moment. */
const hoursBack = (now: number) => Math.floor(now / HOUR_MS) * HOUR_MS - HOURS_BACK * HOUR_MS

/** Turns a period into instants. The limits are midnights or full hours in the zone shown, whatever the server's is. */
export function resolveRange(range: Range, zone: Zone, now: number): Instants {
  const start = (day: Day) => instant(startOfDayMs(day, zone))
  const days = rangeDays(range)
  if (days) return { from: start(days.first), to: start(addDays(days.last, 1)) }
  const hours = rangeHours(range)
  if (hours)
    return {
      from: instant(startOfHourMs(hours.first, zone)),
      to: instant(startOfHourMs(hours.last, zone) + HOUR_MS),
    }
  const preset = isPreset(range) ? range : 'today'
  if (preset === '24h') return { from: instant(hoursBack(now)), to: null }
  const today = dayOf(now, zone)
  return {
    from: start(addDays(today, -DAYS_BACK[preset])),
    to: preset === 'yesterday' ? start(today) : null,
  }
}

/** Days that a chart can tell: a leap year. */
const CHART_DAYS_MAX = 366

/** A period whose every step is drawn. */
export type ChartPeriod = { from: string; to: string; lengthMs: number; isTooLong: boolean }

/** Turns a period into the instants of a chart: one up to now ends with the day, so that it is the same all day. */
export function chartPeriod(range: Range, zone: Zone, now: number): ChartPeriod {
  const { from, to } = resolveRange(range, zone, now)
  const end = to ?? instant(startOfDayMs(addDays(dayOf(now, zone), 1), zone))
  const lengthMs = Date.parse(end) - Date.parse(from)
  return { from, to: end, lengthMs, isTooLong: lengthMs > CHART_DAYS_MAX * 24 * HOUR_MS }
}

/** The same period as two days or two hours, for what must show the same later on. */
export function withFixedDays(range: Range, zone: Zone, now: number): Range {
  if (!isPreset(range)) return range
  if (range === '24h') return `${hourOf(hoursBack(now), zone)}..${hourOf(now, zone)}`
  const today = dayOf(now, zone)
  return `${addDays(today, -DAYS_BACK[range])}..${range === 'yesterday' ? addDays(today, -1) : today}`
}
