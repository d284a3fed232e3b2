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

/** Periods relative to the current time: a link with `7d` always shows the last seven days. */
export const PRESETS = ['24h', 'today', 'yesterday', '7d', '30d', '90d', 'month', 'last-month'] as const

export type Preset = (typeof PRESETS)[number]

/**
 * A period in the URL: a preset, two days (`2026-11-01..2026-11-20`) or two hours
 * (`2026-11-20T22..2026-11-21T01`). Both ends are included.
 */
export type Range = string

/** The period `24h` starts this number of full hours before the start of the current hour. */
const HOURS_BACK = 23
const DAYS_BACK: Record<Exclude<Preset, '24h' | 'month' | 'last-month'>, number> = {
  today: 0,
  yesterday: 1,
  '7d': 6,
  '30d': 29,
  '90d': 89,
}

export function isPreset(text: string): text is Preset {
  return PRESETS.some((preset) => preset === text)
}

function pairOf<Moment extends string>(range: string, is: (text: string) => text is Moment) {
  const [first = '', last = '', ...rest] = range.split('..')
  return rest.length === 0 && is(first) && is(last) && first <= last ? { first, last } : undefined
}

/** Returns the days of a fixed period; undefined for any other text. */
export function rangeDays(range: string): { first: Day; last: Day } | undefined {
  return pairOf(range, isDay)
}

/** Returns the hours of a fixed period; undefined for any other text. */
export function rangeHours(range: string): { first: Hour; last: Hour } | undefined {
  return pairOf(range, isHour)
}

/** Returns the period in a URL parameter; undefined when the parameter is invalid. */
export function parseRange(text: unknown): Range | undefined {
  if (typeof text !== 'string') return undefined
  return isPreset(text) || rangeDays(text) || rangeHours(text) ? text : undefined
}

/** The UTC instants of a period: `from` is included, `to` excluded. A period up to now has no `to`. */
export type Instants = { from: string; to: string | null }

const instant = (ms: number) => new Date(ms).toISOString()

/**
 * Returns the first instant of the period `24h`. The instant changes once an hour, so query keys are stable within an
 * hour.
 */
const hoursBack = (now: number) => Math.floor(now / HOUR_MS) * HOUR_MS - HOURS_BACK * HOUR_MS

/** Returns the instants of a period. The period starts at midnight or at a full hour in the time zone `zone`. */
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
  const { first, last } = presetDays(preset, dayOf(now, zone))
  return { from: start(first), to: last === null ? null : start(addDays(last, 1)) }
}

const firstOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01`

/** Returns the first and the last day of a preset. A preset that includes today has no last day. */
function presetDays(preset: Exclude<Preset, '24h'>, today: Day): { first: Day; last: Day | null } {
  const thisMonth = firstOfMonth(today)
  if (preset === 'month') return { first: thisMonth, last: null }
  if (preset === 'last-month') {
    const last = addDays(thisMonth, -1)
    return { first: firstOfMonth(last), last }
  }
  const last = preset === 'yesterday' ? addDays(today, -1) : null
  return { first: addDays(today, -DAYS_BACK[preset]), last }
}

/** The longest period that a chart shows: the days of a leap year. */
const CHART_DAYS_MAX = 366

export type ChartPeriod = { from: string; to: string; lengthMs: number; isTooLong: boolean }

/**
 * Returns the instants of a chart's period. A period up to now ends with the current day, so that the end, which is
 * part of the query key, stays the same all day.
 */
export function chartPeriod(range: Range, zone: Zone, now: number): ChartPeriod {
  const { from, to } = resolveRange(range, zone, now)
  const end = to ?? instant(startOfDayMs(addDays(dayOf(now, zone), 1), zone))
  const lengthMs = Date.parse(end) - Date.parse(from)
  return { from, to: end, lengthMs, isTooLong: lengthMs > CHART_DAYS_MAX * 24 * HOUR_MS }
}

/** Replaces a preset by its days or hours, so that a shared link keeps showing the same period. */
export function withFixedDays(range: Range, zone: Zone, now: number): Range {
  if (!isPreset(range)) return range
  if (range === '24h') return `${hourOf(hoursBack(now), zone)}..${hourOf(now, zone)}`
  const today = dayOf(now, zone)
  const { first, last } = presetDays(range, today)
  return `${first}..${last ?? today}`
}
