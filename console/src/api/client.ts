import { Problem } from '../lib/problem.ts'
import { authenticated } from './authenticated.ts'
import type { TypedDocumentString } from './generated/graphql.ts'
import { send } from './send.ts'

/**
 * Sends one operation as the owner of this tab and returns its data. Opens a sign-in or step-up challenge
 * when the server requires one and `mayChallenge` returns true, then sends the operation again.
 * @throws Problem `offline` when nothing was sent, `no_answer`, or the server's problem.
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
 * Sends one mutation like `execute`. Without an answer it throws `outcome_unknown`, because the server may
 * have carried it out.
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
