import type { EndpointCondition } from '../endpoints/endpoint-condition.ts'
import type { DeliveryStatus, Trigger } from '../deliveries/delivery.entity.ts'
import type { ErrorClass } from '../sending/error-class.ts'
import { ATTEMPTS_MAX, nextAttemptAt } from './retry-schedule.ts'

/** A delivery and the result of its latest attempt. */
export interface AttemptedDelivery {
  trigger: Trigger
  scheduledAttempts: number
  eventCreatedAt: Date
  resumeAt: Date | null
  succeededAt: Date | null
  /** The error class of the attempt. Null for a success. */
  errorClass: ErrorClass | null
  retryAfterMs: number | null
  /** The endpoint's status after the attempt. */
  endpointStatus: EndpointCondition['status']
  at: Date
  /** A random number from 0 (inclusive) to 1 (exclusive), for the jitter. */
  random: number
}

export interface DeliveryOutcome {
  status: DeliveryStatus
  nextAttemptAt: Date | null
  succeededAt: Date | null
  finishedAt: Date | null
}

/**
 * Returns the state of a delivery after an attempt: succeeded, pending a retry, or failed. A failed replay does not
 * change a delivery that succeeded before. After a failed replay, a pending delivery continues its retry schedule. An
 * `internal` error is not retried automatically. An automatic attempt with the error `lease_lost` is retried
 * immediately, unless the schedule has no further attempt.
 */
export function afterDeliveryAttempt(attempted: AttemptedDelivery): DeliveryOutcome {
  const { at, succeededAt, errorClass } = attempted
  if (errorClass === null) {
    return { status: 'succeeded', nextAttemptAt: null, succeededAt: succeededAt ?? at, finishedAt: at }
  }
  if (succeededAt !== null) {
    return { status: 'succeeded', nextAttemptAt: null, succeededAt, finishedAt: succeededAt }
  }
  const next = attempted.endpointStatus === 'active' ? retryAt(attempted) : null
  return next === null
    ? { status: 'failed', nextAttemptAt: null, succeededAt: null, finishedAt: at }
    : { status: 'pending', nextAttemptAt: next, succeededAt: null, finishedAt: null }
}

function retryAt(attempted: AttemptedDelivery): Date | null {
  if (attempted.errorClass === 'internal') return null
  if (attempted.trigger !== 'auto') return attempted.resumeAt
  if (attempted.errorClass !== 'lease_lost') return nextAttemptAt(attempted)
  return attempted.scheduledAttempts < ATTEMPTS_MAX ? attempted.at : null
}
