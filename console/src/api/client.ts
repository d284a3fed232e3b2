import { Problem, readProblem } from '../lib/problem.ts'
import type { TypedDocumentString } from './generated/graphql.ts'

const ENDPOINT = '/graphql'
const TIMEOUT_MS = 20_000

type Answer<Result> = { data?: Result | null; errors?: unknown }

/**
 * Sends one operation and gives its data. Throws a Problem: `offline` when there was no answer, otherwise what the
 * server said. The session travels in its cookie; the header makes browsers ask before other sites may call.
 */
export async function execute<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Result> {
  const limit = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(ENDPOINT, {
    method: 'POST',
    credentials: 'same-origin',
    cache: 'no-store',
    headers: { 'content-type': 'application/json', 'apollo-require-preflight': 'true' },
    body: JSON.stringify({ query: document.toString(), variables }),
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  }).catch((cause: unknown) => {
    if (signal?.aborted === true) throw cause
    throw new Problem('The server did not answer.', { code: 'offline' })
  })
  const correlationId = response.headers.get('x-correlation-id')
  const answer: Answer<Result> | null = await response.json().catch(() => null)
  if (answer?.errors !== undefined || answer?.data == null) {
    const code = response.status === 401 ? 'unauthorized' : response.status === 429 ? 'rate_limited' : null
    const problem = readProblem(answer?.errors, correlationId)
    throw answer?.errors === undefined && code !== null
      ? new Problem(problem.message, { code, correlationId })
      : problem
  }
  return answer.data
}
