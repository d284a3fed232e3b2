import type { EndpointCondition } from '../endpoints/endpoint-condition.ts'
import type { DeliveryStatus, Trigger } from '../deliveries/delivery.entity.ts'
import type { ErrorClass } from '../sending/error-class.ts'
import { ATTEMPTS_MAX, nextAttemptAt } from './retry-schedule.ts'

/** A delivery as its attempt left it, and what the attempt came to. */
export interface AttemptedDelivery {
  trigger: Trigger
  scheduledAttempts: number
  eventCreatedAt: Date
  resumeAt: Date | null
  succeededAt: Date | null
  /** Null for a success. */
  errorClass: ErrorClass | null
  retryAfterMs: number | null
  /** The endpoint's status after the attempt. */
  endpointStatus: EndpointCondition['status']
  at: Date
  /** From 0 (inclusive) to 1 (exclusive). */
  random: number
}

export interface DeliveryOutcome {
  status: DeliveryStatus
  nextAttemptAt: Date | null
  succeededAt: Date | null
  finishedAt: Date | null
}

/**
 * What becomes of a delivery: done, to be tried again, or failed for good. An attempt made by hand neither uses up the
 * schedule nor takes back an earlier success. What we ourselves could not send is never tried again by itself; an
 * attempt of an engine that died is made again at once.
 */
export function afterDeliveryAttempt(attempted: AttemptedDelivery): DeliveryOutcome {
  const { at, succeededAt, errorClass } = attempted
  if (errorClass === null) {
    return { status: 'succeeded', nextAttemptAt: null, succeededAt: succeededAt ?? at, finishedAt: at }
  }
  if (succeededAt !== null) {
    return { status: 'succeeded', nextAttemptAt: null, succeededAt, finishedAt: succeededAt }
  }
  const next = attempted.endpointStatus === 'active' ? again(attempted) : null
  return next === null
    ? { status: 'failed', nextAttemptAt: null, succeededAt: null, finishedAt: at }
    : { status: 'pending', nextAttemptAt: next, succeededAt: null, finishedAt: null }
}

function again(attempted: AttemptedDelivery): Date | null {
  if (attempted.errorClass === 'internal') return null
  if (attempted.trigger !== 'auto') return attempted.resumeAt
  if (attempted.errorClass !== 'lease_lost') return nextAttemptAt(attempted)
  return attempted.scheduledAttempts < ATTEMPTS_MAX ? attempted.at : null
}
