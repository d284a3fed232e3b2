import { Problem, type InvalidField } from '../../kernel/problem.ts'
import type { ReplayedStatus, ReplaySource } from './webhook-replay.entity.ts'

/** The maximum number of deliveries that one replay may send. */
export const REPLAYED_MAX = 10_000
const WINDOW_MS_MAX = 14 * 86_400_000

/** The filter that selects the deliveries or events that a replay sends to an endpoint. */
export interface ReplayFilter {
  endpointId: string
  /**
   * `deliveries` selects existing deliveries of the endpoint, by creation time. `events` selects events of the
   * merchant, by event time, including events without a delivery to the endpoint.
   */
  source: ReplaySource
  /**
   * The types of the selected events. An empty list means every type. With the source `events`, an empty list means
   * only the types to which the endpoint subscribes.
   */
  eventTypes: readonly string[]
  /**
   * The status of the selected deliveries, only for the source `deliveries`. By default, the filter selects failed and
   * skipped deliveries, and with `includeSucceeded` also succeeded deliveries.
   */
  status?: ReplayedStatus | undefined
  /** Start of the period, inclusive. */
  from: Date
  /** End of the period, exclusive; at most 14 days after `from`. */
  to: Date
  includeSucceeded: boolean
}

/** The statuses of the deliveries that a replay sends by default. */
export const MISSED: readonly ReplayedStatus[] = ['failed', 'skipped']

/** Returns the delivery statuses that match the filter. */
export function replayedStatuses({ status, includeSucceeded }: ReplayFilter): readonly ReplayedStatus[] {
  if (status) return [status]
  return includeSucceeded ? [...MISSED, 'succeeded'] : MISSED
}

/**
 * Validates a filter.
 * @throws Problem validation_error: the period is empty, reversed or longer than 14 days.
 * @throws Problem validation_error: the filter selects `succeeded` without `includeSucceeded`.
 * @throws Problem validation_error: the filter selects a status, but its source is `events`.
 */
export function assertReplayable({ source, status, from, to, includeSucceeded }: ReplayFilter): void {
  const fields: InvalidField[] = []
  const spanMs = to.getTime() - from.getTime()
  if (spanMs <= 0 || spanMs > WINDOW_MS_MAX) fields.push({ path: 'to', code: 'out_of_range' })
  if (source === 'events' && status !== undefined) fields.push({ path: 'status', code: 'not_allowed' })
  else if (status === 'succeeded' && !includeSucceeded)
    fields.push({ path: 'include_succeeded', code: 'required' })
  if (fields.length > 0) throw new Problem('validation_error', { fields })
}
