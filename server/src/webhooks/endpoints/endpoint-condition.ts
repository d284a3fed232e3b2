import { plusMs } from '../../kernel/clock.ts'
import type { DisabledReason } from '../events/event-types.ts'
import type { ErrorClass } from '../sending/error-class.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * An endpoint is paused when it has failed this many times in a row, over at least PAUSE_AFTER_MS. The number alone is
 * not enough, because an endpoint that gets four attempts in parallel can fail ten times within a few seconds.
 */
export const PAUSE_AFTER_FAILURES = 10
export const PAUSE_AFTER_MS = MINUTE

/** The durations of successive pauses, in milliseconds. The last duration repeats. */
export const PAUSES_MS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR] as const

/** An endpoint is disabled when it has failed this many times in a row, over at least DISABLE_AFTER_MS. */
export const DISABLE_AFTER_FAILURES = 20
export const DISABLE_AFTER_MS = 5 * DAY

const RATE_LIMITED_MS_MAX = 15 * MINUTE
const RATE_LIMITED_MS_DEFAULT = 10_000

/**
 * The state of an endpoint's circuit breaker, which decides whether and how fast the endpoint gets deliveries. The
 * breaker is open while `pausedUntil` is in the future.
 */
export interface EndpointCondition {
  status: 'active' | 'disabled' | 'off'
  disabledReason: DisabledReason | null
  consecutiveFailures: number
  failingSince: Date | null
  pausedUntil: Date | null
  pauseStep: number
  /**
   * True from the start of a pause, or from the time at which the endpoint was enabled, until the next success. While
   * no pause lasts, the endpoint then gets only one attempt at a time, the probe. If the probe fails, the next pause
   * starts.
   */
  halfOpen: boolean
  rateLimitedUntil: Date | null
  lastSuccessAt: Date | null
  lastFailureAt: Date | null
  /** The error class of the attempt at `lastFailureAt`. */
  lastErrorClass: ErrorClass | null
  lastErrorStatus: number | null
}

export interface AttemptOutcome {
  at: Date
  /**
   * `gone` means status 410. `rate_limited` means status 429. `unsent` means an internal error, which does not affect
   * the endpoint.
   */
  kind: 'succeeded' | 'failed' | 'gone' | 'rate_limited' | 'unsent'
  /**
   * Whether a failure of the kind `failed` adds to `consecutiveFailures`. False for replays and for events about
   * endpoints.
   */
  counts: boolean
  /** The error class of the attempt. Null for a success. */
  errorClass: ErrorClass | null
  /** The status of the response. Null if there was no response. */
  statusCode: number | null
  retryAfterMs: number | null
}

/** Returns the condition of an endpoint after an attempt. */
export function afterAttempt(before: EndpointCondition, outcome: AttemptOutcome): EndpointCondition {
  const { at } = outcome
  switch (outcome.kind) {
    case 'unsent':
      return before
    case 'succeeded':
      return { ...before, ...HEALTHY, lastSuccessAt: at }
    case 'rate_limited':
      return { ...failed(before, outcome), rateLimitedUntil: plusMs(at, rateLimitMs(outcome)) }
    case 'gone':
      return disabled(oneMoreFailure(before, outcome), 'gone')
    case 'failed':
      return outcome.counts ? afterFailure(oneMoreFailure(before, outcome), at) : failed(before, outcome)
  }
}

/**
 * Returns the earliest time at which a failure can disable an endpoint that does not recover; null for an endpoint that
 * does not fail, or that is not active.
 */
export const disableAt = ({
  status,
  failingSince,
}: Pick<EndpointCondition, 'status' | 'failingSince'>): Date | null =>
  status === 'active' && failingSince ? plusMs(failingSince, DISABLE_AFTER_MS) : null

/**
 * The field values of a new endpoint, and of an endpoint after a successful attempt. An endpoint that was disabled and
 * then enabled gets the same values, but with `halfOpen` true.
 */
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
  // The attempt started before the pause, so its failure must not lengthen the pause.
  if (isPaused(now, at)) return now
  const mustPause = now.consecutiveFailures >= PAUSE_AFTER_FAILURES && failingMs >= PAUSE_AFTER_MS
  if (!now.halfOpen && !mustPause) return now
  const pauseMs = PAUSES_MS[Math.min(now.pauseStep, PAUSES_MS.length - 1)] ?? HOUR
  return { ...now, pausedUntil: plusMs(at, pauseMs), pauseStep: now.pauseStep + 1, halfOpen: true }
}

function disabled(before: EndpointCondition, reason: 'failing' | 'gone'): EndpointCondition {
  if (before.status !== 'active') return before
  return { ...before, status: 'disabled', disabledReason: reason, pausedUntil: null, halfOpen: false }
}

const rateLimitMs = ({ retryAfterMs }: AttemptOutcome): number =>
  Math.min(retryAfterMs ?? RATE_LIMITED_MS_DEFAULT, RATE_LIMITED_MS_MAX)
