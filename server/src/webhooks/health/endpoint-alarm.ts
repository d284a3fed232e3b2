import type { EndpointCondition } from '../endpoints/endpoint-condition.ts'

const HOUR_MS = 3_600_000

/** What operators hear of an endpoint that fails, each once for each time that it begins to fail. */
export type EndpointAlarm =
  'endpoint_disabled' | 'endpoint_failing_72h' | 'endpoint_failing_24h' | 'endpoint_paused'

/**
 * The event for the merchant when attempts moved an endpoint from one condition to the next: its first pause since it
 * last succeeded, or its disabling. Null when neither happened.
 */
export function stopEventOf(
  before: EndpointCondition,
  after: EndpointCondition,
): 'webhook_endpoint.paused' | 'webhook_endpoint.disabled' | null {
  if (after.status !== before.status) return 'webhook_endpoint.disabled'
  return before.pauseStep === 0 && after.pauseStep > 0 ? 'webhook_endpoint.paused' : null
}

/**
 * What is to be told after attempts moved an endpoint from one condition to the next; null when nothing is new. Needs
 * no memory: a step is taken by exactly one such move, for conditions change under the endpoint's lock.
 */
export function alarmOf(before: EndpointCondition, after: EndpointCondition): EndpointAlarm | null {
  if (after.status !== before.status) return 'endpoint_disabled'
  const [was, is] = [failingMs(before), failingMs(after)]
  if (was < 72 * HOUR_MS && is >= 72 * HOUR_MS) return 'endpoint_failing_72h'
  if (was < 24 * HOUR_MS && is >= 24 * HOUR_MS) return 'endpoint_failing_24h'
  return before.pauseStep === 0 && after.pauseStep > 0 ? 'endpoint_paused' : null
}

/** From the first failure in a row to the last. */
const failingMs = ({ failingSince, lastFailureAt }: EndpointCondition): number =>
  failingSince && lastFailureAt ? lastFailureAt.getTime() - failingSince.getTime() : 0
