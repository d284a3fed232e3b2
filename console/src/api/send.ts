import { Problem, readProblem } from '../lib/problem.ts'
import type { TypedDocumentString } from './generated/graphql.ts'
import { noAnswer, post } from './http.ts'
import { recordMissingCells } from './cells/missing-cells.ts'
import { usesProduction } from './environment/production-operations.ts'

const ENDPOINT = '/graphql'
const TIMEOUT_MS = 20_000

type Answer<Result> = {
  data?: Result | null
  errors?: unknown
  extensions?: { missing_cells?: readonly string[] }
}

/**
 * Sends one operation by the id of its persisted GraphQL document. Never opens a challenge. Use `send` where no
 * challenge may open, for example during the sign-in; use `execute` for all other operations.
 * @throws Problem like `post`, otherwise the server's problem.
 */
export async function send<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  options: { signal?: AbortSignal | undefined; asOwner?: boolean } = {},
): Promise<Result> {
  const { signal, asOwner = false } = options
  const operation = { documentId: document['__meta__']?.['hash'], variables }
  const response = await post(ENDPOINT, operation, {
    // This header forces a CORS preflight, so that another site cannot send the request.
    headers: { 'apollo-require-preflight': 'true' },
    timeoutMs: TIMEOUT_MS,
    asOwner,
    usesProduction: usesProduction(document['__meta__']?.['name']),
    ...(signal && { signal }),
  })
  const correlationId = response.headers.get('x-correlation-id')
  const answer: Answer<Result> | null = await response.json().catch((cause: unknown) => {
    if (signal?.aborted === true) throw cause
    if (cause instanceof SyntaxError) return null
    throw noAnswer()
  })
  const { name } = document['__meta__'] ?? {}
  if (answer && typeof name === 'string') recordMissingCells(name, answer.extensions?.missing_cells ?? [])
  if (answer?.errors === undefined && answer?.data != null) return answer.data
  const problem = readProblem(answer?.errors, correlationId)
  const code = codeOf(response.status)
  throw answer?.errors === undefined && code !== null
    ? new Problem(problem.message, { code, correlationId })
    : problem
}

/** Returns the problem code for the HTTP status of a response without GraphQL errors; null for any other status. */
function codeOf(status: number): string | null {
  if (status === 401) return 'unauthorized'
  return status === 429 ? 'rate_limited' : null
}
