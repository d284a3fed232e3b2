/** The error of a failed request, with the code and reason of the server or of the client. */
export class Problem extends Error {
  /**
   * The code by which the console distinguishes problems: `unauthorized`, `forbidden`, `not_found`, `validation_error`,
   * `offline`…
   */
  readonly code: string
  /** The code of the rule that refused the request, if the server named one. */
  readonly reason: string | null
  /** The id of the request in the server's log. */
  readonly correlationId: string | null
  /** The messages for invalid fields, by the path of the field. */
  readonly fields: Readonly<Record<string, string>>

  constructor(
    message: string,
    facts: {
      code: string
      reason?: string | null
      correlationId?: string | null
      fields?: Record<string, string>
    },
  ) {
    super(message)
    this.name = 'Problem'
    this.code = facts.code
    this.reason = facts.reason ?? null
    this.correlationId = facts.correlationId ?? null
    this.fields = facts.fields ?? {}
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

const ALIASES: Record<string, string> = {
  UNAUTHENTICATED: 'unauthorized',
  FORBIDDEN: 'forbidden',
  STEP_UP_REQUIRED: 'step_up_required',
  BAD_USER_INPUT: 'validation_error',
  INTERNAL_SERVER_ERROR: 'internal_error',
}

/**
 * The server's reason code for a malformed id, for example in a mistyped URL. The console then shows the same page as
 * for an unknown id.
 */
const MALFORMED_ID = 'malformed_id'

function fieldsOf(value: unknown): Record<string, string> {
  if (!Array.isArray(value)) return {}
  const pairs = value
    .filter(isRecord)
    .map(
      (field) =>
        [textOf(field['path']) ?? '', textOf(field['message']) ?? textOf(field['code']) ?? ''] as const,
    )
  return Object.fromEntries(pairs)
}

/**
 * Returns the problem of the first GraphQL error. Takes the correlation id from the error, otherwise from the response
 * header.
 */
export function readProblem(errors: unknown, headerId: string | null): Problem {
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined
  const error = isRecord(first) ? first : {}
  const extensions = isRecord(error['extensions']) ? error['extensions'] : {}
  const reason = textOf(extensions['reason'])
  const code = reason === MALFORMED_ID ? 'not_found' : (textOf(extensions['code']) ?? 'internal_error')
  return new Problem(textOf(error['message']) ?? code, {
    code: ALIASES[code] ?? code,
    reason,
    correlationId: textOf(extensions['correlation_id']) ?? textOf(extensions['correlationId']) ?? headerId,
    fields: fieldsOf(extensions['fields']),
  })
}

/** Returns whether the error means that the session has ended. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof Problem && error.code === 'unauthorized'
}

/** Codes of refusals before the operation started, for example because of the session, the role or the rate limit. */
const NOT_REACHED = ['offline', 'unauthorized', 'step_up_required', 'forbidden', 'rate_limited']

/** Codes of refusals by the operation itself, for example because a value is invalid or a record does not exist. */
const REFUSED = [
  'conflict',
  'idempotency_conflict',
  'not_found',
  'validation_error',
  'method_not_allowed',
  'payload_too_large',
]

/**
 * Returns whether the operation itself refused the request. After such a refusal, neither this attempt nor an earlier
 * attempt with the same idempotency key had an effect.
 */
export function isRefusal(error: unknown): boolean {
  return error instanceof Problem && REFUSED.includes(error.code) && error.reason !== 'request_in_progress'
}

/**
 * Returns whether the server may have carried out a failed operation: there was no answer, or the answer was not
 * a refusal.
 */
export function mayHaveHappened(error: unknown): boolean {
  if (error === null || (error instanceof Problem && NOT_REACHED.includes(error.code))) return false
  return !isRefusal(error)
}
