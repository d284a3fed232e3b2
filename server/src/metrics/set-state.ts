import { GAUGES, type PlainGauge } from './gauges.ts'
import type { SetGauge } from './prometheus-metrics.ts'
import type { State } from './read-state.ts'

/**
 * Sets the gauges of the state. If a point in time or a verdict is null, does not set its gauge, so the metric is
 * absent. Sets the age of the oldest item to 0 if there is no item.
 */
export function setState(set: SetGauge, state: State, now: Date): void {
  const at = (metric: PlainGauge, time: Date | null): void => {
    if (time) set(metric, {}, time.getTime() / 1_000)
  }
  const ok = (metric: PlainGauge, sound: boolean | null): void => {
    if (sound !== null) set(metric, {}, sound ? 1 : 0)
  }
  const ageSeconds = (since: Date | null): number =>
    since ? Math.max(0, now.getTime() - since.getTime()) / 1_000 : 0

  set(GAUGES.inboxOldest, {}, ageSeconds(state.inboxOldestAt))
  set(GAUGES.inboxParked, {}, Number(state.inboxParkedCount))
  set(GAUGES.issuanceBacklog, {}, Number(state.issuanceCount))
  set(GAUGES.webhooksOverdue, {}, ageSeconds(state.overdueSince))
  set(GAUGES.returnsHeld, {}, state.returnsReleased ? 0 : 1)
  at(GAUGES.sweepSuccess, state.sweepEndedAt)
  at(GAUGES.sweepUntil, state.sweptUntil)
  at(GAUGES.ledgerVerifiedAt, state.ledgerVerifiedAt)
  ok(GAUGES.ledgerOk, state.ledgerSound)
  at(GAUGES.archivedAt, state.archivedAt)
  at(GAUGES.auditVerifiedAt, state.auditVerifiedAt)
  ok(GAUGES.auditOk, state.auditSound)
  for (const { job, count, oldestAt } of state.backlogs) {
    set(GAUGES.jobBacklog, { job }, count)
    set(GAUGES.jobOldestItem, { job }, ageSeconds(oldestAt))
  }
}
