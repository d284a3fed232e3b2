import { addDays, dayOf, HOUR_MS, type Day } from '../../../lib/time/day.ts'

/** The time zone in which the server's reconciliation days begin and end. */
const ZONE = 'America/Sao_Paulo'

/** The server closes a day at 06:00 of the next day. */
const CLOSES_AFTER_MS = 6 * HOUR_MS

/** Returns the last day whose reconciliation the server can export at an instant. */
export function lastClosedDay(instantMs: number): Day {
  return addDays(dayOf(instantMs - CLOSES_AFTER_MS, ZONE), -1)
}
