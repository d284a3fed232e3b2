import { Problem, type InvalidField } from '../../kernel/problem.ts'
import type { ReplayedStatus, ReplaySource } from './webhook-replay.entity.ts'

/** Deliveries that one replay may send. */
export const REPLAYED_MAX = 10_000
const WINDOW_MS_MAX = 14 * 86_400_000

/** What to send to an endpoint once more, or for the first time. */
export interface ReplayFilter {
  endpointId: string
  /**
   * `deliveries`: deliveries that the endpoint has, by when they were created. `events`: events of the merchant, by
   * when they happened, also those of which the endpoint has no delivery.
   */
  source: ReplaySource
  /** Empty: every type. With source `events`, only types that the endpoint subscribes to. */
  eventTypes: readonly string[]
  /** Source `deliveries` only. When absent: failed and skipped ones, with `includeSucceeded` succeeded ones too. */
  status?: ReplayedStatus | undefined
  /** Inclusive. */
  from: Date
  /** Exclusive; at most 14 days after `from`. */
  to: Date
  includeSucceeded: boolean
}

/** What a replay sends again unless it is asked for more. */
export const MISSED: readonly ReplayedStatus[] = ['failed', 'skipped']

/** The statuses of the deliveries that the filter takes. */
export function replayedStatuses({ status, includeSucceeded }: ReplayFilter): readonly ReplayedStatus[] {
  if (status) return [status]
  return includeSucceeded ? [...MISSED, 'succeeded'] : MISSED
}

/**
 * @throws Problem validation_error: the period is empty, ends before it begins or is longer than 14 days; succeeded
 *   deliveries without `includeSucceeded`; a status with source `events`.
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
