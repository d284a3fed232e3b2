import { unwrapResolverError } from '@apollo/server/errors'
import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import { sqlState } from '../kernel/context.ts'
import { isTransient } from '../kernel/jobs/transient-error.ts'
import { Problem, type ProblemCode } from '../kernel/problem.ts'

/** The codes that GraphQL's world has names for; every other refusal keeps the name it has on the merchant's side. */
const CODES: Partial<Record<ProblemCode, string>> = {
  unauthorized: 'UNAUTHENTICATED',
  forbidden: 'FORBIDDEN',
  step_up_required: 'STEP_UP_REQUIRED',
  internal_error: 'INTERNAL_SERVER_ERROR',
}

const MESSAGES: Record<ProblemCode, string> = {
  unauthorized: 'É preciso entrar para continuar.',
  forbidden: 'Seu perfil não permite esta operação.',
  step_up_required: 'Confirme que é você para continuar.',
  not_found: 'O registro não foi encontrado.',
  method_not_allowed: 'Operação não permitida.',
  conflict: 'A operação conflita com o estado atual.',
  idempotency_conflict: 'A operação conflita com o estado atual.',
  validation_error: 'Há campos inválidos.',
  payload_too_large: 'A requisição é grande demais.',
  rate_limited: 'Muitas tentativas. Aguarde antes de tentar de novo.',
  provider_unavailable: 'A rede Pix está indisponível no momento.',
  service_unavailable: 'Instabilidade momentânea. Tente de novo.',
  internal_error: 'Falha inesperada.',
}

/** What GraphQL itself refuses before any of our code runs. Its words tell of the request only. */
const OWN_CODES = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_SUPPORTED',
])

/** A refusal in the shape of GraphQL: code, reason, fields, when to come back. Nothing else of the error is shown. */
export function toGraphqlError(problem: Problem): GraphQLFormattedError {
  const { reason, fields, retryAfterSeconds, disabledReason } = problem.details
  return {
    message: MESSAGES[problem.code],
    extensions: {
      code: CODES[problem.code] ?? problem.code,
      ...(reason === undefined ? {} : { reason }),
      ...(fields === undefined ? {} : { fields: fields.map(({ path, code }) => ({ path, code })) }),
      ...(retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds }),
      ...(disabledReason === undefined ? {} : { disabled_reason: disabledReason }),
    },
  }
}

/** The one translation of whatever was thrown to what the console reads. */
export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const thrown = unwrapResolverError(error)
  const code = ownCodeOf(thrown)
  if (code !== undefined) {
    const reason = formatted.extensions?.['reason']
    return {
      message: formatted.message,
      extensions: { code, ...(typeof reason === 'string' ? { reason } : {}) },
    }
  }
  return toGraphqlError(problemOf(thrown))
}

/**
 * The code of a refusal by GraphQL itself; undefined for every other error. The library gives none where it stops
 * after fifty faults of a variable: an error without a path and without a cause is still about the request.
 */
function ownCodeOf(error: unknown): string | undefined {
  if (!(error instanceof GraphQLError)) return undefined
  const code: unknown = error.extensions['code']
  if (typeof code === 'string' && OWN_CODES.has(code)) return code
  return error.path === undefined && error.originalError === undefined ? 'BAD_USER_INPUT' : undefined
}

/** What PostgreSQL says of a statement that took longer than it was given. */
const STATEMENT_CANCELED = '57014'

/** Whatever was thrown as a refusal: itself, a read that took too long, a database that is away, or a failure. */
export function problemOf(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown
  if (sqlState(thrown) === STATEMENT_CANCELED)
    return new Problem('service_unavailable', { reason: 'read_took_too_long' })
  return new Problem(isTransient(thrown) ? 'service_unavailable' : 'internal_error')
}

/** Whether the error is our own failure, to be logged as an error, rather than a refusal of what the client sent. */
export function isFailure(error: unknown): boolean {
  const thrown = unwrapResolverError(error)
  if (thrown instanceof Problem || ownCodeOf(thrown) !== undefined) return false
  return !(error instanceof GraphQLError) || error.originalError !== undefined
}
