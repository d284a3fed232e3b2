/** The zones the console can show. Sao Paulo had summer time until 2019, so it is never a fixed offset. */
export const ZONES = ['America/Sao_Paulo', 'UTC'] as const

/** An IANA zone the console can show. */
export type Zone = (typeof ZONES)[number]

/** A calendar day, `YYYY-MM-DD`. */
export type Day = string

const HOUR_MS = 3_600_000
const DAY_FORMAT = new Map<Zone, Intl.DateTimeFormat>()

function dayFormat(zone: Zone): Intl.DateTimeFormat {
  const known = DAY_FORMAT.get(zone)
  if (known) return known
  // Sweden writes dates the way ISO does.
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' })
  DAY_FORMAT.set(zone, made)
  return made
}

/** The day the calendar on a wall in `zone` shows at that instant. */
export function dayOf(instantMs: number, zone: Zone): Day {
  return dayFormat(zone).format(instantMs)
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

/**
 * The first instant of a day in a zone, in milliseconds. It is not always 00:00: summer time in Sao Paulo began
 * at midnight, so those days began at 01:00.
 */
export function startOfDayMs(day: Day, zone: Zone): number {
  // No zone is further than 15 hours from UTC; both zones shown change by whole hours.
  const middle = Date.parse(`${day}T00:00:00Z`)
  for (let at = middle - 15 * HOUR_MS; at <= middle + 15 * HOUR_MS; at += HOUR_MS)
    if (dayOf(at, zone) === day) return at
  return middle
}
