/** The error codes of the merchant API and of the console. Only the console uses `step_up_required`. */
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

/** The error codes of the merchant API. The list omits `step_up_required`, because only the console uses it. */
export const ERROR_CODES = [
  'unauthorized',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'conflict',
  'idempotency_conflict',
  'payload_too_large',
  'validation_error',
  'rate_limited',
  'internal_error',
  'provider_unavailable',
  'service_unavailable',
] as const satisfies ProblemCode[]
export type ErrorCode = (typeof ERROR_CODES)[number]

export type FieldFault =
  | 'required'
  | 'unknown'
  | 'type'
  | 'format'
  | 'too_short'
  | 'too_long'
  | 'out_of_range'
  | 'not_allowed'

/** One invalid field: its path (`payer.document`) and the fault, never its value. */
export interface InvalidField {
  path: string
  code: FieldFault
  /** A description of the valid values, in Portuguese: `De 60 a 604800.` */
  hint?: string
}

export interface ProblemDetails {
  /** The name of the violated rule, such as `order_reference_in_use`. */
  reason?: string
  fields?: InvalidField[]
  /** Why a webhook endpoint is disabled; set with the reason `webhook_endpoint_disabled`. */
  disabledReason?: string
  /** The number of whole seconds after which a retry can succeed. */
  retryAfterSeconds?: number
  /** For `method_not_allowed`: the methods of the route. */
  allow?: string[]
}

/** A refusal whose reason the caller receives. For any other thrown error, the caller receives no details. */
export class Problem extends Error {
  override readonly name = 'Problem'

  constructor(
    readonly code: ProblemCode,
    readonly details: ProblemDetails = {},
  ) {
    super(details.reason ? `${code}: ${details.reason}` : code)
  }
}
