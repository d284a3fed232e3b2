import { addDays, dayOf, startOfDayMs, type Zone } from '../time/day.ts'

/** Periods of a bulk replay, none longer than the fourteen days it may span. */
export const REPLAY_PERIODS = ['today', 'yesterday', '7d', '13d'] as const

/** A period of a bulk replay. */
export type ReplayPeriod = (typeof REPLAY_PERIODS)[number]

/**
 * What the form offers. `events` finds everything that the endpoint has not received, events of which it has no
 * delivery included; the others find deliveries that it has. Only `succeeded` and `all` take what it has received.
 */
export const REPLAY_KINDS = ['missed', 'failed', 'skipped', 'succeeded', 'all', 'events'] as const

/** One choice of the form. */
export type ReplayKind = (typeof REPLAY_KINDS)[number]

const DAYS_BACK: Record<ReplayPeriod, number> = { today: 0, yesterday: 1, '7d': 6, '13d': 12 }

/** The instants of a period: its limits are midnights of the zone shown; one up to now ends at `now`. */
export function replayInstants(period: ReplayPeriod, zone: Zone, now: number): { from: string; to: string } {
  const today = dayOf(now, zone)
  const from = startOfDayMs(addDays(today, -DAYS_BACK[period]), zone)
  const to = period === 'yesterday' ? startOfDayMs(today, zone) : now
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
}

type Status = 'failed' | 'skipped' | 'succeeded' | 'pending'

/** A choice of the form as the server's filter. */
export function replayKindFilter(kind: ReplayKind): {
  source: 'deliveries' | 'events'
  status: Status | null
  includeSucceeded: boolean
} {
  return {
    source: kind === 'events' ? 'events' : 'deliveries',
    status: kind === 'failed' || kind === 'skipped' || kind === 'succeeded' ? kind : null,
    includeSucceeded: kind === 'succeeded' || kind === 'all',
  }
}

/** The kind of a replay that was started, here or through the API: `allEvents` is offered by the API alone. */
export function kindOfReplay(replay: {
  source: 'deliveries' | 'events'
  deliveryStatus: Status | null
  includeSucceeded: boolean
}): ReplayKind | 'allEvents' {
  if (replay.source === 'events') return replay.includeSucceeded ? 'allEvents' : 'events'
  if (replay.deliveryStatus !== null && replay.deliveryStatus !== 'pending') return replay.deliveryStatus
  return replay.includeSucceeded || replay.deliveryStatus === 'pending' ? 'all' : 'missed'
}

/** How many of a replay's deliveries have come to their end, in whole progressTenths: what is worth telling aloud. */
export function progressTenths(ended: number, matched: number): number {
  return matched === 0 ? 10 : Math.floor((ended * 10) / matched)
}
