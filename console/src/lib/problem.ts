/** What went wrong with a call to the server, in the terms its interface uses. */
export class Problem extends Error {
  /** The stable code to decide on: `unauthorized`, `forbidden`, `not_found`, `validation_error`, `offline`… */
  readonly code: string
  /** The rule that refused, when one did. */
  readonly reason: string | null
  /** What support needs to find the call in the log. */
  readonly correlationId: string | null
  /** The faults of single fields: path to message. */
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

/** A mistyped address has a malformed id: for the reader it is the same as an unknown one. */
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

/** Reads the first error of a GraphQL answer. The correlation id may stand in the error or in a header. */
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

/** True when the error means that nobody is signed in any more. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof Problem && error.code === 'unauthorized'
}

/** Refusals before the server looks at what was asked for: by the browser, the session, the role, the rate. */
const NOT_REACHED = ['offline', 'unauthorized', 'step_up_required', 'forbidden', 'rate_limited']

/** Refusals of the operation itself. */
const REFUSED = [
  'conflict',
  'idempotency_conflict',
  'not_found',
  'validation_error',
  'method_not_allowed',
  'payload_too_large',
]

/** True when the server looked at the operation and refused it: nothing was done, now or by an earlier attempt. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Problem && REFUSED.includes(error.code) && error.reason !== 'request_in_progress'
}

/** True when the operation that failed with this error may have been carried out: no answer came, or no refusal. */
export function mayHaveHappened(error: unknown): boolean {
  if (error === null || (error instanceof Problem && NOT_REACHED.includes(error.code))) return false
  return !isRefusal(error)
}
