import { addDays, dayOf, startOfDayMs, type Zone } from '../../../lib/time/day.ts'

/** The periods of events that a bulk replay can send again. The server allows a period of at most 14 days. */
export const REPLAY_PERIODS = ['today', 'yesterday', '7d', '13d'] as const

export type ReplayPeriod = (typeof REPLAY_PERIODS)[number]

/**
 * The kinds of bulk replay that the form offers. `events` selects every event that the endpoint has not received,
 * including events without a delivery. The other kinds select existing deliveries. `waiting` selects deliveries that
 * wait for their next attempt, and sends them at once. Only `succeeded` and `all` include deliveries that succeeded.
 */
export const REPLAY_KINDS = ['missed', 'waiting', 'failed', 'skipped', 'succeeded', 'all', 'events'] as const

export type ReplayKind = (typeof REPLAY_KINDS)[number]

const DAYS_BACK: Record<ReplayPeriod, number> = { today: 0, yesterday: 1, '7d': 6, '13d': 12 }

/**
 * Returns the first and last instant of a period. The period starts at midnight in the time zone `zone`. The period
 * ends at `now`, except that `yesterday` ends at the start of the current day.
 */
export function replayInstants(period: ReplayPeriod, zone: Zone, now: number): { from: string; to: string } {
  const today = dayOf(now, zone)
  const from = startOfDayMs(addDays(today, -DAYS_BACK[period]), zone)
  const to = period === 'yesterday' ? startOfDayMs(today, zone) : now
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
}

type Status = 'failed' | 'skipped' | 'succeeded' | 'pending'

/** The kinds that select the deliveries with one status. */
const STATUS_OF: Partial<Record<ReplayKind, Status>> = {
  waiting: 'pending',
  failed: 'failed',
  skipped: 'skipped',
  succeeded: 'succeeded',
}

export function replayKindFilter(kind: ReplayKind): {
  source: 'deliveries' | 'events'
  status: Status | null
  includeSucceeded: boolean
} {
  return {
    source: kind === 'events' ? 'events' : 'deliveries',
    status: STATUS_OF[kind] ?? null,
    includeSucceeded: kind === 'succeeded' || kind === 'all',
  }
}

/** Returns the kind of an existing replay. Only API requests can start a replay of the kind `allEvents`. */
export function kindOfReplay(replay: {
  source: 'deliveries' | 'events'
  deliveryStatus: Status | null
  includeSucceeded: boolean
}): ReplayKind | 'allEvents' {
  if (replay.source === 'events') return replay.includeSucceeded ? 'allEvents' : 'events'
  if (replay.deliveryStatus === 'pending') return 'waiting'
  if (replay.deliveryStatus !== null) return replay.deliveryStatus
  return replay.includeSucceeded ? 'all' : 'missed'
}

/** Returns the share of finished deliveries in tenths, so that screen readers announce at most ten changes. */
export function progressTenths(ended: number, matched: number): number {
  return matched === 0 ? 10 : Math.floor((ended * 10) / matched)
}
