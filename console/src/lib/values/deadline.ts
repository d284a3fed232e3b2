/** The warnings start this many hours before a deadline. The server warns the merchant at the same times. */
const WARNING_HOURS = [72, 24, 4] as const
export type DeadlineWarning = (typeof WARNING_HOURS)[number] | 'passed'

const HOUR_MS = 3_600_000

/**
 * Returns the warning for the deadline of an open dispute: the smallest of WARNING_HOURS that is not less than the
 * remaining hours, or `passed`. Returns null more than 72 hours before the deadline.
 */
export function deadlineWarning(deadline: string, nowMs: number): DeadlineWarning | null {
  const leftMs = new Date(deadline).getTime() - nowMs
  if (leftMs <= 0) return 'passed'
  return WARNING_HOURS.findLast((hours) => leftMs <= hours * HOUR_MS) ?? null
}
