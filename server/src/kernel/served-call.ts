import type { HTTP_METHODS } from './metrics/http-metrics.ts'
import type { FieldFault, ProblemCode } from './problem.ts'

/** The possible results of a call with an idempotency key. */
export const IDEMPOTENCY_RESULTS = ['first', 'replayed', 'conflict'] as const
export type IdempotencyResult = (typeof IDEMPOTENCY_RESULTS)[number]

/** The text that is stored instead of the name of an unknown parameter or the path of an unknown field. */
export const UNKNOWN_FIELD = 'unknown'

/**
 * A call of the merchant API that has ended. No member contains a value that the client sent, except the ids of a valid
 * key and of its merchant.
 */
export interface ServedCall {
  correlationId: string
  /** The caller of the API; null when the call had no valid key. */
  caller: { merchantId: string; apiKeyId: string } | null
  method: (typeof HTTP_METHODS)[number]
  /** The path pattern of the route; `_OTHER` for an unknown path. */
  route: string
  /** The names of the call's query parameters. `UNKNOWN_FIELD` replaces each name that the route does not have. */
  queryNames: string[]
  status: number
  /** The error code of the response; null for a success. */
  code: ProblemCode | null
  /** The reason of the error, for example `order_reference_in_use`; null for a success and an error without reason. */
  reason: string | null
  durationMs: number
  /** The result of the idempotency key; null when the call used no key, or was refused for another reason. */
  idempotency: IdempotencyResult | null
  /** The invalid fields of a refused call. If the route does not have a field, its path is `UNKNOWN_FIELD`. */
  fields: { path: string; code: FieldFault }[]
}
