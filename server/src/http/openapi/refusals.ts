import type { Context } from '../../kernel/context.ts'
import { Problem, type ProblemCode } from '../../kernel/problem.ts'
import { codeOfReason, ERROR_MESSAGES, ERROR_STATUS, errorResponse, type Reason } from '../errors.ts'
import type { Route } from '../route.ts'
import { refOf, schemaOf, type JsonSchema } from './components.ts'
import { ErrorShape } from './error-shape.ts'
import { CORRELATION, LIMITS } from './headers.ts'
import { propertiesOf } from './properties.ts'

/** One possible error of a route: its code and, if it has one, its reason. */
interface Refusal {
  code: ProblemCode
  reason?: Reason
}

/** Returns the HTTP status of each possible error of a route. */
export const failureStatuses = <C extends Context>(route: Route<C>): number[] =>
  refusalsOf(route).map(({ code }) => ERROR_STATUS[code])

/**
 * Returns the possible errors of a route: errors of any route, errors that the route's inputs imply, and errors that
 * the route declares.
 */
function refusalsOf<C extends Context>(route: Route<C>): Refusal[] {
  const queryFields = propertiesOf(schemaOf(route.query, 'input'))
  const writes = route.method !== 'get'
  const codes: ProblemCode[] = EVERYWHERE.concat(
    route.path.includes(':') ? ['not_found'] : [],
    route.needsIdempotencyKey ? ['idempotency_conflict'] : [],
    writes ? ['conflict'] : [],
    writes && !route.upload ? ['payload_too_large'] : [],
  )
  const reasons: Reason[] = [
    ...(route.scope === 'any' ? [] : ['missing_scope' as const]),
    ...(route.isTestOnly ? ['test_key_required' as const] : []),
    ...(writes && !route.upload ? ['invalid_json' as const, 'unsupported_media_type' as const] : []),
    ...('cursor' in queryFields ? ['invalid_cursor' as const, 'cursor_filter_mismatch' as const] : []),
    ...route.refusals,
  ]
  const named = reasons.map((reason) => ({ code: codeOfReason(reason), reason }))
  const plain = codes.filter((code) => !(REASON_ALWAYS.has(code) && named.some((one) => one.code === code)))
  return [...plain.map((code) => ({ code })), ...named]
}

/** The error codes that any route may return. */
const EVERYWHERE: ProblemCode[] = [
  'unauthorized',
  'rate_limited',
  'validation_error',
  'internal_error',
  'service_unavailable',
]

/** Codes whose errors always have a reason if the route declares at least one reason for the code. */
const REASON_ALWAYS = new Set<ProblemCode>(['conflict', 'not_found'])

/** Describes the error responses of a route by status, each with one example for each reason. */
export function failures<C extends Context>(route: Route<C>): JsonSchema {
  const byStatus = Map.groupBy(refusalsOf(route), ({ code }) => ERROR_STATUS[code])
  const entries = Array.from(byStatus, ([status, refusals]) => {
    const retry = status === 429 || status === 503
    const codes = new Set(refusals.map(({ code }) => code))
    const answer = {
      description: Array.from(codes, (code) => `\`${code}\`: ${ERROR_MESSAGES.get(code) ?? ''}`).join('\n\n'),
      headers: {
        ...CORRELATION,
        ...(status === 401 ? AUTHENTICATE : LIMITS),
        ...(retry ? RETRY_AFTER : {}),
      },
      content: {
        'application/json': {
          schema: refOf(ErrorShape),
          examples: Object.fromEntries(
            refusals.map((refusal) => [refusal.reason ?? refusal.code, { value: refusalExample(refusal) }]),
          ),
        },
      },
    }
    return [String(status), answer] as const
  })
  return Object.fromEntries(entries)
}

const RETRY_AFTER = { 'Retry-After': { description: 'Segundos a esperar', schema: { type: 'string' } } }
const AUTHENTICATE = {
  'WWW-Authenticate': { description: 'Como autenticar', schema: { type: 'string', const: 'Bearer' } },
}

function refusalExample({ code, reason }: Refusal): object {
  const fields = [{ path: 'order_reference', code: 'required' as const }]
  const endpoint = reason === 'webhook_endpoint_disabled' ? { disabledReason: 'failing' } : {}
  const details = reason ? { reason, ...endpoint } : code === 'validation_error' ? { fields } : {}
  return errorResponse(new Problem(code, details), '0193d0e0-f0a0-7c1e-9a00-0123456789ab').body
}
