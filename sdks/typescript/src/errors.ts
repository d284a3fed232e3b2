import type { ErrorResponse, InvalidField } from './generated/types.gen.ts'

/** The error codes that this version of the client knows. A later version of the service may send other codes. */
export type KnownErrorCode =
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'idempotency_conflict'
  | 'payload_too_large'
  | 'validation_error'
  | 'rate_limited'
  | 'internal_error'
  | 'provider_unavailable'
  | 'service_unavailable'

/** An error response of the service. Distinguish errors by `code` and `reason`, never by `message`. */
export class PixError extends Error {
  override readonly name: string = 'PixError'
  readonly status: number
  readonly code: KnownErrorCode | (string & {})
  /**
   * The code of the rule that refused the call, such as `order_reference_in_use`. Undefined if the service named no
   * rule.
   */
  readonly reason: string | undefined
  /** The invalid fields of the request, at most 100; empty if the service did not refuse a field. */
  readonly fields: readonly InvalidField[]
  /** The id of the call, with which support finds the call. */
  readonly correlationId: string
  /** The time in seconds to wait before the next attempt; undefined if the response has no usable `Retry-After`. */
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, { error }: ErrorResponse, retryAfterSeconds?: number) {
    super(`${error.code}${error.details.reason ? ` (${error.details.reason})` : ''}: ${error.message}`)
    this.status = status
    this.code = error.code
    this.reason = error.details.reason
    this.fields = error.details.fields ?? []
    this.correlationId = error.correlation_id
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** 422: the request has invalid or unknown fields. */
export class ValidationError extends PixError {
  override readonly name = 'ValidationError'
}

/** 401: the API key is missing, invalid, revoked or expired. */
export class UnauthorizedError extends PixError {
  override readonly name = 'UnauthorizedError'
}

/** 403: the API key may not make this call, for example because it lacks a scope. */
export class ForbiddenError extends PixError {
  override readonly name = 'ForbiddenError'
}

/** 404: the account has no such resource. */
export class NotFoundError extends PixError {
  override readonly name = 'NotFoundError'
}

/** 409: the state of the resource forbids the operation. */
export class ConflictError extends PixError {
  override readonly name = 'ConflictError'
}

/** 409: the idempotency key was already used with another body. */
export class IdempotencyConflictError extends PixError {
  override readonly name = 'IdempotencyConflictError'
}

/** 429: there were too many calls. The client has already made its retries, if it may repeat the request. */
export class RateLimitedError extends PixError {
  override readonly name = 'RateLimitedError'
}

/** 500 or 503: the service failed. The client has already made its retries, if it may repeat the request. */
export class UnavailableError extends PixError {
  override readonly name = 'UnavailableError'
}

/**
 * The client received no response, or the body of the response is not from the service. The service may have processed
 * the request.
 */
export class NoResponseError extends Error {
  override readonly name = 'NoResponseError'
}
