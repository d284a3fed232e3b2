import { isSignedOut, Problem, readProblem } from '../lib/problem.ts'
import { ask, type Matter } from './ask.ts'
import type { TypedDocumentString } from './generated/graphql.ts'
import { noAnswer, post } from './http.ts'
import { isPresent, noteSecondsLeft } from './session-end.ts'

const ENDPOINT = '/graphql'
const TIMEOUT_MS = 20_000

type Answer<Result> = { data?: Result | null; errors?: unknown }

/** What the person can settle, so that the operation may be sent again; null for any other refusal. */
function matterOf(error: unknown): Matter | null {
  if (!(error instanceof Problem)) return null
  if (error.code === 'step_up_required') return 'step-up'
  return isSignedOut(error) ? 'sign-in' : null
}

/**
 * Sends one operation, by its id alone, and gives its data. Where the server wants to know who it is, again or still, the person is
 * asked in place and the operation sent once more: nothing of it had been done, and nothing typed is lost. Throws a
 * Problem: `offline` when there was no answer, otherwise what the server said.
 */
export async function execute<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Result> {
  for (;;) {
    try {
      return await send(document, variables, signal)
    } catch (error) {
      const matter = matterOf(error)
      if (matter === null || !(error instanceof Problem) || !(await ask(matter, error.reason))) throw error
    }
  }
}

/** Sends one mutation as `execute` does. Without an answer the Problem is `outcome_unknown`: it may be done. */
export async function executeMutation<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
): Promise<Result> {
  return execute(document, variables).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'no_answer')
      throw new Problem(error.message, { code: 'outcome_unknown' })
    throw error
  })
}

/**
 * Sends one operation as it is: for signing in, where there is nobody to ask. The session travels in its cookie; the
 * header makes browsers ask before other sites may call.
 */
export async function send<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Result> {
  const operation = { documentId: document['__meta__']?.['hash'], variables }
  const response = await post(ENDPOINT, operation, {
    headers: { 'apollo-require-preflight': 'true', ...(isPresent() ? {} : { 'x-by-itself': '1' }) },
    timeoutMs: TIMEOUT_MS,
    ...(signal && { signal }),
  })
  const correlationId = response.headers.get('x-correlation-id')
  noteSecondsLeft(response.headers.get('x-session-seconds-left'))
  const answer: Answer<Result> | null = await response.json().catch((cause: unknown) => {
    if (signal?.aborted === true) throw cause
    if (cause instanceof SyntaxError) return null
    throw noAnswer()
  })
  if (answer?.errors !== undefined || answer?.data == null) {
    const code = response.status === 401 ? 'unauthorized' : response.status === 429 ? 'rate_limited' : null
    const problem = readProblem(answer?.errors, correlationId)
    throw answer?.errors === undefined && code !== null
      ? new Problem(problem.message, { code, correlationId })
      : problem
  }
  return answer.data
}
