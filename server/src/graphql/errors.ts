import { unwrapResolverError } from '@apollo/server/errors'
import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import { isEndedByLimit, isTransient } from '../kernel/jobs/transient-error.ts'
import { isBusy } from '../kernel/pool/busy.ts'
import { Problem, type ProblemCode } from '../kernel/problem.ts'

/** The error codes that GraphQL responses name differently. All other codes are the same as in the merchant API. */
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

/**
 * Errors that the GraphQL library raises before a resolver runs. The messages of these errors contain only information
 * about the request.
 */
const LIBRARY_CODES = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_SUPPORTED',
])

/**
 * Converts a Problem to a GraphQL error. Of the members of the Problem, the error contains only those that this
 * function lists.
 */
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

/** Converts any thrown error to the GraphQL error that the console receives. */
export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const thrown = unwrapResolverError(error)
  const code = libraryCodeOf(thrown)
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
 * Returns the code of an error that the GraphQL library raised; undefined for every other error. When a variable has
 * more than fifty faults, the library raises an error without a code. The function recognises that error because only
 * that error has neither a path nor a cause.
 */
function libraryCodeOf(error: unknown): string | undefined {
  if (!(error instanceof GraphQLError)) return undefined
  const code: unknown = error.extensions['code']
  if (typeof code === 'string' && LIBRARY_CODES.has(code)) return code
  return error.path === undefined && error.originalError === undefined ? 'BAD_USER_INPUT' : undefined
}

/** Converts a thrown error to a Problem. Returns a Problem unchanged. */
export function problemOf(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown
  if (thrown instanceof GraphQLError && thrown.originalError instanceof Problem) return thrown.originalError
  if (isEndedByLimit(thrown)) return new Problem('service_unavailable', { reason: 'read_took_too_long' })
  return isTransient(thrown)
    ? new Problem('service_unavailable', { retryAfterSeconds: 1 })
    : new Problem('internal_error')
}

/**
 * Returns whether an error is a failure of the service. A Problem, an invalid request and a lack of database
 * connections are not failures of the service. Failures are logged at level error.
 */
export function isFailure(error: unknown): boolean {
  const thrown = unwrapResolverError(error)
  if (thrown instanceof Problem || isBusy(thrown) || libraryCodeOf(thrown) !== undefined) return false
  return !(error instanceof GraphQLError) || error.originalError !== undefined
}
