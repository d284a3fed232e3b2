import type { HTTP_METHODS } from './metrics/http-metrics.ts'
import type { FieldFault, ProblemCode } from './problem.ts'

/** The result of a call with an idempotency key. */
export const IDEMPOTENCY_RESULTS = ['first', 'replayed', 'conflict'] as const
export type IdempotencyResult = (typeof IDEMPOTENCY_RESULTS)[number]

/** Stands for the name of a parameter, or the path of a field, that the route does not have. */
export const UNKNOWN_FIELD = 'unknown'

/**
 * A call of the merchant API that has ended. No member has a value that the client sent, except the ids of a valid key
 * and of its merchant.
 */
export interface ServedCall {
  correlationId: string
  /** The caller; null when the call had no valid key. */
  caller: { merchantId: string; apiKeyId: string } | null
  method: (typeof HTTP_METHODS)[number]
  /** The pattern of the path; `_OTHER` for an unknown path. */
  route: string
  /** The names of the query parameters that the route has, and `UNKNOWN_FIELD` for all others. */
  queryNames: string[]
  status: number
  /** The error code; null for a success. */
  code: ProblemCode | null
  durationMs: number
  /** Null when the call used no idempotency key, or was refused for another reason. */
  idempotency: IdempotencyResult | null
  /** The invalid fields of a refused call. The path of a field that the route does not have is `UNKNOWN_FIELD`. */
  fields: { path: string; code: FieldFault }[]
}
