import { queryOptions, useMutation } from '@tanstack/react-query'
import { isSignedOut } from '../lib/problem.ts'
import { requestAuth } from './auth-challenge.ts'
import { execute } from './client.ts'
import { changePerson, endSession } from './session-lifecycle.ts'
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
} from './generated/graphql.ts'
import { ME_KEY, type Me } from './person.ts'
import { send } from './send.ts'

/**
 * The person who is signed in, or null. A person whose session has ended signs in again in place; a session of another
 * person takes the tab over.
 */
export const meQuery = queryOptions({
  queryKey: ME_KEY,
  queryFn: async ({ signal, client }) => {
    for (;;) {
      const { me } = await send(MeDocument, {}, { signal })
      const known = client.getQueryData<Me | null>(ME_KEY) ?? null
      if (known === null || me?.id === known.id) return me
      if (me !== null) {
        await changePerson(me)
        return me
      }
      if (!(await requestAuth('sign-in', null))) return me
    }
  },
  staleTime: 60_000,
})

/** How people get in here. It stands as long as the page does. */
export const signInMethodsQuery = queryOptions({
  queryKey: ['SignInWays'],
  queryFn: async ({ signal }) => (await send(SignInWaysDocument, {}, { signal })).signInWays,
  staleTime: 'static',
})

/** Who is signed in by now, asked without asking the person anything; null while nobody is. */
export const fetchSignedInStaff = async (): Promise<Me | null> => (await send(MeDocument, {})).me

/** True once nothing asks the person for a fresh proof; null until then, also when their session is over. */
export async function fetchStepUpDone(): Promise<true | null> {
  const answer = await send(ProvedDocument, {}).catch(() => null)
  return answer?.accountSecurity.proved === true ? true : null
}

/** What is offered to the app of somebody who enrols one. */
export type TotpSecret = { secret: string; uri: string }

/** A sign-in that ended in a session, with recovery codes for an app just enrolled. */
export type EnrolledSignIn = { staff: Me; recoveryCodes: string[] }

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
export async function beginEnrolment(): Promise<TotpSecret> {
  return (await send(BeginEnrolmentDocument, {})).beginEnrolment
}

export async function confirmEnrolment(code: string): Promise<EnrolledSignIn> {
  return (await send(ConfirmEnrolmentDocument, { code })).confirmEnrolment
}

/**
 * Proves the person's identity again by a code. Where the session has ended they sign in again instead, in place: the
 * code counted in the ended session alone.
 */
export async function stepUp(code: string): Promise<void> {
  try {
    await send(StepUpDocument, { code }, { asOwner: true })
  } catch (error) {
    if (!isSignedOut(error) || !(await requestAuth('sign-in', null))) throw error
  }
}

/** An app for somebody who is signed in: what it needs, then its first code, which gives recovery codes. */
export async function beginTotp(password: string): Promise<TotpSecret> {
  return (await execute(BeginTotpDocument, { password })).beginTotp
}

export async function confirmTotp(code: string): Promise<string[]> {
  return (await execute(ConfirmTotpDocument, { code })).confirmTotp.recoveryCodes
}

/** Restarts the idle timeout of the session. */
export async function extendSession(): Promise<void> {
  await execute(ExtendSessionDocument, {})
}

/** Asks when the session ends: another tab may have extended it. */
export async function refreshSecondsLeft(): Promise<void> {
  await send(MeDocument, {})
}

/**
 * Signs out: ends the session on the server, then in this browser. While the server has not confirmed it, the session
 * counts as open and nothing changes. `isExpired` as for `endSession`.
 */
export function useSignOut(options: { isExpired: boolean }) {
  return useMutation({
    gcTime: 0,
    meta: { changesData: false },
    mutationFn: () => send(SignOutDocument, {}),
    onSuccess: () => endSession(options),
  })
}
