/**
 * The codes of the specification's table of errors, the two that `contract` adds for routes, and the one that only
 * people in the console meet.
 */
export type ProblemCode =
  | 'unauthorized'
  | 'forbidden'
  | 'step_up_required'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'idempotency_conflict'
  | 'validation_error'
  | 'payload_too_large'
  | 'rate_limited'
  | 'provider_unavailable'
  | 'service_unavailable'
  | 'internal_error'

export type FieldFault =
  'required' | 'unknown' | 'type' | 'format' | 'too_short' | 'too_long' | 'out_of_range' | 'not_allowed'

/** One invalid field: where it stands (`payer.document`) and what is wrong, never its value. */
export interface InvalidField {
  path: string
  code: FieldFault
  /** What would fit, in Portuguese: `De 60 a 604800.` */
  hint?: string
}

export interface ProblemDetails {
  /** The rule that refused, in snake_case: `order_reference_in_use`. */
  reason?: string
  fields?: InvalidField[]
  /** Why a webhook endpoint is disabled, with reason `webhook_endpoint_disabled`. */
  disabledReason?: string
  /** Whole seconds after which it makes sense to try again. */
  retryAfterSeconds?: number
  /** For `method_not_allowed`: the methods that the route has. */
  allow?: string[]
}

/** A refusal that the caller is meant to read. Anything else that is thrown is our own failure. */
export class Problem extends Error {
  override readonly name = 'Problem'

  constructor(
    readonly code: ProblemCode,
    readonly details: ProblemDetails = {},
  ) {
    super(details.reason ? `${code}: ${details.reason}` : code)
  }
}
