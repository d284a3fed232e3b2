import { Problem } from '../lib/problem.ts'
import { authenticated } from './authenticated.ts'
import type { TypedDocumentString } from './generated/graphql.ts'
import { send } from './send.ts'

/**
 * Sends one operation as the owner of this tab and returns its data. If the server requires a sign-in or a step-up and
 * `mayChallenge` returns true, opens the challenge, then sends the operation again.
 * @throws Problem `offline`: the browser was offline and sent nothing.
 * @throws Problem `no_answer`: no complete response arrived.
 * @throws Problem of the server, if the server refused the operation.
 * @throws The abort reason when `signal` or the end of the session aborted the request.
 */
export function execute<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  options: { signal?: AbortSignal; mayChallenge?: () => boolean } = {},
): Promise<Result> {
  const { signal, mayChallenge } = options
  return authenticated(() => send(document, variables, { signal, asOwner: true }), mayChallenge)
}

/**
 * Sends one mutation like `execute`. Throws `outcome_unknown` when the server did not answer, because the server may
 * have executed the mutation.
 */
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
