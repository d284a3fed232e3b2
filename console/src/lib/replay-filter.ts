import { addDays, dayOf, startOfDayMs, type Zone } from './day.ts'

/** Periods of a bulk replay, none longer than the fourteen days it may span. */
export const REPLAY_PERIODS = ['today', 'yesterday', '7d', '13d'] as const

/** A period of a bulk replay. */
export type ReplayPeriod = (typeof REPLAY_PERIODS)[number]

/** Which deliveries, in a word; without `succeeded` in it, those that arrived are left alone. */
export const REPLAY_KINDS = ['missed', 'failed', 'skipped', 'succeeded', 'all'] as const

/** Which deliveries. */
export type ReplayKind = (typeof REPLAY_KINDS)[number]

const DAYS_BACK: Record<ReplayPeriod, number> = { today: 0, yesterday: 1, '7d': 6, '13d': 12 }

/** The instants of a period: its limits are midnights of the zone shown; one up to now ends at `now`. */
export function replayInstants(period: ReplayPeriod, zone: Zone, now: number): { from: string; to: string } {
  const today = dayOf(now, zone)
  const from = startOfDayMs(addDays(today, -DAYS_BACK[period]), zone)
  const to = period === 'yesterday' ? startOfDayMs(today, zone) : now
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
}

/** Which deliveries, in the server's terms. */
export function replayStatuses(kind: ReplayKind): {
  status: 'failed' | 'skipped' | 'succeeded' | null
  includeSucceeded: boolean
} {
  const status = kind === 'missed' || kind === 'all' ? null : kind
  return { status, includeSucceeded: kind === 'succeeded' || kind === 'all' }
}

/** How many of a replay's deliveries have come to their end, in whole tenths: what is worth telling aloud. */
export function tenths(ended: number, matched: number): number {
  return matched === 0 ? 10 : Math.floor((ended * 10) / matched)
}
