/** The time zones of the console. Sao Paulo had daylight saving time until 2019, so it has no fixed offset. */
export const ZONES = ['America/Sao_Paulo', 'UTC'] as const

export type Zone = (typeof ZONES)[number]

/** A calendar day, `YYYY-MM-DD`. */
export type Day = string

/** An hour of a calendar day, `YYYY-MM-DDTHH`. */
export type Hour = string

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

const FORMATS = new Map<Zone, Intl.DateTimeFormat>()

function zonedIso(instantMs: number, zone: Zone): string {
  const known = FORMATS.get(zone)
  if (known) return known.format(instantMs)
  // The Swedish locale formats dates as ISO 8601 does.
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  FORMATS.set(zone, made)
  return made.format(instantMs)
}

/** Returns the calendar day of an instant in a time zone. */
export function dayOf(instantMs: number, zone: Zone): Day {
  return zonedIso(instantMs, zone).slice(0, 10)
}

/** Returns the hour of an instant in a time zone. */
export function hourOf(instantMs: number, zone: Zone): Hour {
  return zonedIso(instantMs, zone).slice(0, 13).replace(' ', 'T')
}

/** Returns whether the text is an hour of an existing day. Accepts an hour that daylight saving time skips. */
export function isHour(text: string): text is Hour {
  const [day = '', hour = ''] = text.split('T')
  return text.length === 13 && isDay(day) && /^([01]\d|2[0-3])$/.test(hour)
}

/** Returns whether the text is an existing day: `2026-02-30` is not. */
export function isDay(text: string): text is Day {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** Returns the day `count` days later, or earlier when negative. */
export function addDays(day: Day, count: number): Day {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + count)
  return at.toISOString().slice(0, 10)
}

const firstWith = (day: Day, matches: (instantMs: number) => boolean): number | undefined => {
  // The loop tests one instant per hour, because each time zone of the console differs from UTC by whole hours, in
  // summer and in winter. The loop starts 15 hours before midnight UTC, because no time zone is more than 15 hours from
  // UTC.
  const middle = Date.parse(`${day}T00:00:00Z`)
  for (let at = middle - 15 * HOUR_MS; at <= middle + 39 * HOUR_MS; at += HOUR_MS) if (matches(at)) return at
  return undefined
}

/**
 * Returns the first instant of a day in a time zone, in milliseconds. A day does not always start at 00:00: daylight
 * saving time in Sao Paulo started at midnight, so the day of the change started at 01:00.
 */
export function startOfDayMs(day: Day, zone: Zone): number {
  return firstWith(day, (at) => dayOf(at, zone) === day) ?? Date.parse(`${day}T00:00:00Z`)
}

/**
 * Returns the first instant of an hour in a time zone, in milliseconds. For an hour that daylight saving time skips,
 * returns the start of the next hour.
 */
export function startOfHourMs(hour: Hour, zone: Zone): number {
  return firstWith(hour.slice(0, 10), (at) => hourOf(at, zone) >= hour) ?? Date.parse(`${hour}:00:00Z`)
}

/** Returns the last millisecond of a day in a time zone, as a UTC instant. */
export const endOfDay = (day: Day, zone: Zone): string =>
  new Date(startOfDayMs(addDays(day, 1), zone) - 1).toISOString()
