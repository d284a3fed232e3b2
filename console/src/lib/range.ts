import { addDays, dayOf, isDay, startOfDayMs, type Day, type Zone } from './day.ts'

/** Periods that move with the calendar: a link with `7d` still means the last seven days tomorrow. */
export const PRESETS = ['today', 'yesterday', '7d', '30d', '90d'] as const

/** A period that moves with the calendar. */
export type Preset = (typeof PRESETS)[number]

/** A period as the URL holds it: a preset, or two days both included, `2026-11-01..2026-11-20`. */
export type Range = string

const DAYS_BACK: Record<Preset, number> = { today: 0, yesterday: 1, '7d': 6, '30d': 29, '90d': 89 }

/** True when the text names one of the moving periods. */
export function isPreset(text: string): text is Preset {
  return PRESETS.some((preset) => preset === text)
}

/** The two days of a fixed period, or nothing when the text is not one. */
export function rangeDays(range: string): { first: Day; last: Day } | undefined {
  const [first = '', last = '', ...rest] = range.split('..')
  return rest.length === 0 && isDay(first) && isDay(last) && first <= last ? { first, last } : undefined
}

/** A period read from a URL: what is not understood is dropped. */
export function parseRange(text: unknown): Range | undefined {
  return typeof text === 'string' && (isPreset(text) || rangeDays(text)) ? text : undefined
}

/** The instants of a period: `from` included, `to` excluded, both UTC; a period up to now has no end. */
export type Instants = { from: string; to: string | null }

/** Turns a period into instants. The limits are midnights in the zone shown, whatever the server's is. */
export function resolveRange(range: Range, zone: Zone, now: number): Instants {
  const instant = (day: Day) => new Date(startOfDayMs(day, zone)).toISOString()
  const fixed = rangeDays(range)
  if (fixed) return { from: instant(fixed.first), to: instant(addDays(fixed.last, 1)) }
  const today = dayOf(now, zone)
  const preset = isPreset(range) ? range : 'today'
  return {
    from: instant(addDays(today, -DAYS_BACK[preset])),
    to: preset === 'yesterday' ? instant(today) : null,
  }
}

/** The same period as two days, for what must show the same later on. */
export function withFixedDays(range: Range, zone: Zone, now: number): Range {
  if (!isPreset(range)) return range
  const today = dayOf(now, zone)
  return `${addDays(today, -DAYS_BACK[range])}..${range === 'yesterday' ? addDays(today, -1) : today}`
}
