import { plusMs } from '../../kernel/clock.ts'
import type { DisabledReason } from '../events/event-types.ts'
import type { ErrorClass } from '../sending/error-class.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Both are needed for a pause: four parallel attempts fail ten times in seconds. */
export const PAUSE_AFTER_FAILURES = 10
export const PAUSE_AFTER_MS = MINUTE

/** How long each pause in a row lasts; the last one repeats. */
export const PAUSES_MS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR] as const

/** Both are needed to disable an endpoint that does nothing but fail. */
export const DISABLE_AFTER_FAILURES = 20
export const DISABLE_AFTER_MS = 5 * DAY

const RATE_LIMITED_MS_MAX = 15 * MINUTE
const RATE_LIMITED_MS_DEFAULT = 10_000

/** How an endpoint is doing: what decides whether and how fast deliveries are sent to it. */
export interface EndpointCondition {
  status: 'active' | 'disabled' | 'off'
  disabledReason: DisabledReason | null
  consecutiveFailures: number
  failingSince: Date | null
  pausedUntil: Date | null
  pauseStep: number
  /** One single attempt decides whether the lane opens again. */
  halfOpen: boolean
  rateLimitedUntil: Date | null
  lastSuccessAt: Date | null
  lastFailureAt: Date | null
  /** What the attempt at `lastFailureAt` failed with. */
  lastErrorClass: ErrorClass | null
  lastErrorStatus: number | null
}

export interface AttemptOutcome {
  at: Date
  /** `gone`: 410. `rate_limited`: 429. `unsent`: our own fault, which is not the endpoint's. */
  kind: 'succeeded' | 'failed' | 'gone' | 'rate_limited' | 'unsent'
  /** Whether a failure counts against the endpoint. */
  counts: boolean
  /** Null for a success. */
  errorClass: ErrorClass | null
  /** Null without an answer. */
  statusCode: number | null
  retryAfterMs: number | null
}

/** The endpoint's condition after one more attempt. */
export function afterAttempt(before: EndpointCondition, outcome: AttemptOutcome): EndpointCondition {
  const { at } = outcome
  switch (outcome.kind) {
    case 'unsent':
      return before
    case 'succeeded':
      return { ...before, ...HEALTHY, lastSuccessAt: at }
    case 'rate_limited':
      return { ...failed(before, outcome), rateLimitedUntil: plusMs(at, laneClosedMs(outcome)) }
    case 'gone':
      return disabled(oneMoreFailure(before, outcome), 'gone')
    case 'failed':
      return outcome.counts ? afterFailure(oneMoreFailure(before, outcome), at) : failed(before, outcome)
  }
}

/** What a success, or a person who enables the endpoint, makes of it. */
export const HEALTHY = {
  consecutiveFailures: 0,
  failingSince: null,
  pausedUntil: null,
  pauseStep: 0,
  halfOpen: false,
  rateLimitedUntil: null,
} as const

export const isPaused = ({ pausedUntil }: Pick<EndpointCondition, 'pausedUntil'>, now: Date): boolean =>
  pausedUntil !== null && pausedUntil > now

function failed(before: EndpointCondition, outcome: AttemptOutcome): EndpointCondition {
  const { at, errorClass, statusCode } = outcome
  return { ...before, lastFailureAt: at, lastErrorClass: errorClass, lastErrorStatus: statusCode }
}

function oneMoreFailure(before: EndpointCondition, outcome: AttemptOutcome): EndpointCondition {
  return {
    ...failed(before, outcome),
    consecutiveFailures: before.consecutiveFailures + 1,
    failingSince: before.failingSince ?? outcome.at,
  }
}

function afterFailure(now: EndpointCondition, at: Date): EndpointCondition {
  const failingMs = at.getTime() - (now.failingSince ?? at).getTime()
  if (now.consecutiveFailures >= DISABLE_AFTER_FAILURES && failingMs >= DISABLE_AFTER_MS) {
    return disabled(now, 'failing')
  }
  // An attempt that was under way when the pause began does not lengthen it.
  if (isPaused(now, at)) return now
  const trips = now.consecutiveFailures >= PAUSE_AFTER_FAILURES && failingMs >= PAUSE_AFTER_MS
  if (!now.halfOpen && !trips) return now
  const pauseMs = PAUSES_MS[Math.min(now.pauseStep, PAUSES_MS.length - 1)] ?? HOUR
  return { ...now, pausedUntil: plusMs(at, pauseMs), pauseStep: now.pauseStep + 1, halfOpen: true }
}

function disabled(before: EndpointCondition, reason: 'failing' | 'gone'): EndpointCondition {
  if (before.status !== 'active') return before
  return { ...before, status: 'disabled', disabledReason: reason, pausedUntil: null, halfOpen: false }
}

const laneClosedMs = ({ retryAfterMs }: AttemptOutcome): number =>
  Math.min(retryAfterMs ?? RATE_LIMITED_MS_DEFAULT, RATE_LIMITED_MS_MAX)
