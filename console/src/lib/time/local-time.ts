import { dayOf, isDay, startOfDayMs, type Zone } from './day.ts'

const MINUTE_MS = 60_000
const SHAPE = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})$/

const two = (count: number) => count.toString().padStart(2, '0')

/** Formats an instant (milliseconds) as local date and time, in the format of the date picker: `2026-11-20T10:48`. */
export function localText(instantMs: number, zone: Zone): string {
  const day = dayOf(instantMs, zone)
  const minutes = Math.floor((instantMs - startOfDayMs(day, zone)) / MINUTE_MS)
  return `${day}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** Returns the UTC instant of a local date and time; null when the text is not a valid date and time. */
export function instantOfLocal(text: string, zone: Zone): string | null {
  const [, day = '', hours = '', minutes = ''] = SHAPE.exec(text) ?? []
  if (!isDay(day)) return null
  const sinceMidnightMs = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS
  return new Date(startOfDayMs(day, zone) + sinceMidnightMs).toISOString()
}
