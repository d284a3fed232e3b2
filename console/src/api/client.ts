import { Problem } from '../lib/problem.ts'
import { authenticated } from './authenticated.ts'
import type { TypedDocumentString } from './generated/graphql.ts'
import { send } from './send.ts'

/**
 * Sends one operation as the owner of this tab and returns its data. Where the person must sign in or prove their
 * identity again, they do so in place and it is sent again.
 * @throws Problem `offline`: nothing was sent; `no_answer`; otherwise the server's.
 */
export function execute<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Result> {
  return authenticated(() => send(document, variables, { signal, asOwner: true }))
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
