import type { EndpointCondition } from '../endpoints/endpoint-condition.ts'

const HOUR_MS = 3_600_000

/** Alarms about a failing endpoint. Each alarm is raised once in a series of consecutive failures. */
export type EndpointAlarm =
  | 'endpoint_disabled'
  | 'endpoint_failing_72h'
  | 'endpoint_failing_24h'
  | 'endpoint_paused'

/**
 * Returns the type of the event to emit after attempts changed an endpoint's condition. The endpoint's first pause
 * since its last success causes an event, and so does the disabling of the endpoint. Returns null for any other change.
 */
export function stopEventOf(
  before: EndpointCondition,
  after: EndpointCondition,
): 'webhook_endpoint.paused' | 'webhook_endpoint.disabled' | null {
  if (after.status !== before.status) return 'webhook_endpoint.disabled'
  return before.pauseStep === 0 && after.pauseStep > 0 ? 'webhook_endpoint.paused' : null
}

/**
 * Returns the alarm to raise after attempts changed an endpoint's condition, or null. The function needs no stored
 * state: conditions change under the endpoint's row lock, so exactly one change crosses each threshold.
 */
export function alarmOf(before: EndpointCondition, after: EndpointCondition): EndpointAlarm | null {
  if (after.status !== before.status) return 'endpoint_disabled'
  const [was, is] = [failingMs(before), failingMs(after)]
  if (was < 72 * HOUR_MS && is >= 72 * HOUR_MS) return 'endpoint_failing_72h'
  if (was < 24 * HOUR_MS && is >= 24 * HOUR_MS) return 'endpoint_failing_24h'
  return before.pauseStep === 0 && after.pauseStep > 0 ? 'endpoint_paused' : null
}

/** Returns the time from the first to the last of the consecutive failures. */
const failingMs = ({ failingSince, lastFailureAt }: EndpointCondition): number =>
  failingSince && lastFailureAt ? lastFailureAt.getTime() - failingSince.getTime() : 0
