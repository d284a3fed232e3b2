import type { Dispute } from './dispute.entity.ts'

/** How many hours before the deadline for evidence the merchant is warned. */
export const WARNING_HOURS = [72, 24, 4] as const

const HOUR_MS = 3_600_000

/** WARNING_HOURS in milliseconds. */
export const WARNINGS_MS = WARNING_HOURS.map((hours) => hours * HOUR_MS)

/**
 * Returns which warning an open dispute needs now, as hours before its deadline. Returns undefined if no warning is
 * due. If several warnings are due, returns the one closest to the deadline. After the deadline, no warning is due.
 */
export function dueWarning(
  { status, answerUntil, deadlineToldAt }: Pick<Dispute, 'status' | 'answerUntil' | 'deadlineToldAt'>,
  now: Date,
): number | undefined {
  const leftMs = answerUntil.getTime() - now.getTime()
  if (status !== 'open' || leftMs <= 0) return undefined
  const hours = WARNING_HOURS.findLast((before) => leftMs <= before * HOUR_MS)
  if (hours === undefined || deadlineToldAt === null) return hours
  const dueAtMs = answerUntil.getTime() - hours * HOUR_MS
  return deadlineToldAt.getTime() < dueAtMs ? hours : undefined
}
