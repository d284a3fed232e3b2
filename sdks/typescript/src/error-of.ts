import {
  ConflictError,
  ForbiddenError,
  IdempotencyConflictError,
  NoResponseError,
  NotFoundError,
  PixError,
  RateLimitedError,
  UnauthorizedError,
  UnavailableError,
  ValidationError,
} from './errors.ts'
import type { ErrorResponse } from './generated/types.gen.ts'
import { retryAfterSeconds } from './retry-after.ts'

const CLASSES: Record<string, typeof PixError> = {
  validation_error: ValidationError,
  unauthorized: UnauthorizedError,
  forbidden: ForbiddenError,
  not_found: NotFoundError,
  conflict: ConflictError,
  idempotency_conflict: IdempotencyConflictError,
  rate_limited: RateLimitedError,
  internal_error: UnavailableError,
  provider_unavailable: UnavailableError,
  service_unavailable: UnavailableError,
}

const isErrorResponse = (body: unknown): body is ErrorResponse =>
  typeof body === 'object' &&
  body !== null &&
  'error' in body &&
  typeof body.error === 'object' &&
  body.error !== null &&
  'code' in body.error

/**
 * Returns the error for a failed operation: NoResponseError if no response arrived or its body is not from the service,
 * otherwise a PixError. `response` is undefined if no response arrived. `body` is then the cause, for example a network
 * error.
 */
export function errorOf(response: Response | undefined, body: unknown): PixError | NoResponseError {
  if (!response)
    return new NoResponseError(
      'The client received no response. The service may have processed the request.',
      { cause: body },
    )
  if (!isErrorResponse(body))
    return new NoResponseError(
      `The body of the response with status ${response.status} is not from the service.`,
    )
  const ErrorClass = CLASSES[body.error.code] ?? PixError
  return new ErrorClass(response.status, body, retryAfterSeconds(response))
}
