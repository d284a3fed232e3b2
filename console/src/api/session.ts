import { queryOptions } from '@tanstack/react-query'
import { execute } from './client.ts'
import { MeDocument, SignInDocument, SignOutDocument } from './generated/graphql.ts'

/** Who is signed in, or null. */
export const meQuery = queryOptions({
  queryKey: ['Me'],
  queryFn: async ({ signal }) => (await execute(MeDocument, {}, signal)).me,
  staleTime: 60_000,
})

/** Starts a session; the server answers with its cookie. Throws a Problem when e-mail or password is wrong. */
export async function signIn(email: string, password: string) {
  return (await execute(SignInDocument, { email, password })).signIn
}

/** Ends the session on the server. */
export async function signOut(): Promise<void> {
  await execute(SignOutDocument, {})
}
