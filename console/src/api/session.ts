import { queryOptions } from '@tanstack/react-query'
import { ask } from './ask.ts'
import { execute, send } from './client.ts'
import {
  BeginEnrolmentDocument,
  BeginTotpDocument,
  ConfirmEnrolmentDocument,
  ConfirmTotpDocument,
  ExtendSessionDocument,
  MeDocument,
  ProvedDocument,
  SignInDocument,
  SignInWaysDocument,
  SignInWithCodeDocument,
  SignOutDocument,
  StepUpDocument,
  type MeQuery,
} from './generated/graphql.ts'

/** A person who is signed in. */
export type Me = NonNullable<MeQuery['me']>

const ME = ['Me'] as const

/** Who is signed in, or null. Whoever was and is no more is asked to sign in again in place. */
export const meQuery = queryOptions({
  queryKey: ME,
  queryFn: async ({ signal, client }) => {
    for (;;) {
      const { me } = await execute(MeDocument, {}, signal)
      const wasSignedIn = client.getQueryData(ME) != null
      if (me !== null || !wasSignedIn || !(await ask('sign-in', null))) return me
    }
  },
  staleTime: 60_000,
})

/** How people get in here. It stands as long as the page does. */
export const signInWaysQuery = queryOptions({
  queryKey: ['SignInWays'],
  queryFn: async ({ signal }) => (await send(SignInWaysDocument, {}, signal)).signInWays,
  staleTime: 'static',
})

/** Who is signed in by now, asked without asking the person anything; null while nobody is. */
export const whoCameIn = async (): Promise<Me | null> => (await send(MeDocument, {})).me

/** True once nothing asks the person for a fresh proof; null until then, also when their session is over. */
export async function isProvedByNow(): Promise<true | null> {
  const answer = await send(ProvedDocument, {}).catch(() => null)
  return answer?.accountSecurity.proved === true ? true : null
}

/** What is offered to the app of somebody who enrols one. */
export type Offer = { secret: string; uri: string }

/** A sign-in that ended in a session, with recovery codes for an app just enrolled. */
export type Entered = { staff: Me; recoveryCodes: string[] }

/** The first step. Throws a Problem when e-mail or password is wrong. */
export async function signIn(email: string, password: string) {
  return (await send(SignInDocument, { email, password })).signIn
}

/** The second step: a code of the app or a recovery code. */
export async function signInWithCode(code: string): Promise<Me> {
  const { staff } = (await send(SignInWithCodeDocument, { code })).signInWithCode
  if (staff === null) throw new Error('The server let nobody in')
  return staff
}

/** The second step of whoever has no app: what it needs, then its first code. */
export async function beginEnrolment(): Promise<Offer> {
  return (await send(BeginEnrolmentDocument, {})).beginEnrolment
}

export async function confirmEnrolment(code: string): Promise<Entered> {
  return (await send(ConfirmEnrolmentDocument, { code })).confirmEnrolment
}

/** Proves again who it is. */
export async function stepUp(code: string): Promise<void> {
  await send(StepUpDocument, { code })
}

/** An app for somebody who is signed in: what it needs, then its first code, which gives recovery codes. */
export async function beginTotp(password: string): Promise<Offer> {
  return (await execute(BeginTotpDocument, { password })).beginTotp
}

export async function confirmTotp(code: string): Promise<string[]> {
  return (await send(ConfirmTotpDocument, { code })).confirmTotp.recoveryCodes
}

/** Keeps the session from ending for being idle. */
export async function extendSession(): Promise<void> {
  await send(ExtendSessionDocument, {})
}

/** Asks when the session ends, without keeping it from it: another window may have. */
export async function lookAtSession(): Promise<void> {
  await send(MeDocument, {})
}

/** Ends the session on the server. */
export async function signOut(): Promise<void> {
  await send(SignOutDocument, {})
}
