/** The zones the console can show. Sao Paulo had summer time until 2019, so it is never a fixed offset. */
export const ZONES = ['America/Sao_Paulo', 'UTC'] as const

/** An IANA zone the console can show. */
export type Zone = (typeof ZONES)[number]

/** A calendar day, `YYYY-MM-DD`. */
export type Day = string

/** An hour of a calendar day, `YYYY-MM-DDTHH`. */
export type Hour = string

/** The length of an hour, in milliseconds. */
export const HOUR_MS = 3_600_000

const FORMATS = new Map<Zone, Intl.DateTimeFormat>()

function wall(instantMs: number, zone: Zone): string {
  const known = FORMATS.get(zone)
  if (known) return known.format(instantMs)
  // Sweden writes dates the way ISO does.
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  FORMATS.set(zone, made)
  return made.format(instantMs)
}

/** The day the calendar on a wall in `zone` shows at that instant. */
export function dayOf(instantMs: number, zone: Zone): Day {
  return wall(instantMs, zone).slice(0, 10)
}

/** The hour that the clock beside it shows. */
export function hourOf(instantMs: number, zone: Zone): Hour {
  return wall(instantMs, zone).slice(0, 13).replace(' ', 'T')
}

/** True for an hour of a day that exists; some exist in no zone, on the day its clocks go forward. */
export function isHour(text: string): text is Hour {
  const [day = '', hour = ''] = text.split('T')
  return text.length === 13 && isDay(day) && /^([01]\d|2[0-3])$/.test(hour)
}

/** True for a day that exists in the calendar: `2026-02-30` does not. */
export function isDay(text: string): text is Day {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** The day `count` days later, or earlier when negative. */
export function addDays(day: Day, count: number): Day {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + count)
  return at.toISOString().slice(0, 10)
}

const firstWith = (day: Day, holds: (instantMs: number) => boolean): number | undefined => {
  // No zone is further than 15 hours from UTC; both zones shown change by whole hours.
  const middle = Date.parse(`${day}T00:00:00Z`)
  for (let at = middle - 15 * HOUR_MS; at <= middle + 39 * HOUR_MS; at += HOUR_MS) if (holds(at)) return at
  return undefined
}

/**
 * The first instant of a day in a zone, in milliseconds. It is not always 00:00: summer time in Sao Paulo began
 * at midnight, so those days began at 01:00.
 */
export function startOfDayMs(day: Day, zone: Zone): number {
  return firstWith(day, (at) => dayOf(at, zone) === day) ?? Date.parse(`${day}T00:00:00Z`)
}

/** The first instant of an hour in a zone, in milliseconds; of one that its clocks leapt over, that of the next. */
export function startOfHourMs(hour: Hour, zone: Zone): number {
  return firstWith(hour.slice(0, 10), (at) => hourOf(at, zone) >= hour) ?? Date.parse(`${hour}:00:00Z`)
}
