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
 * Loads the signed-in person; null without a session. An expired session opens a sign-in challenge. If the session
 * belongs to another person, clears the tab and hands it over to that person.
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

/** Loads the ways to sign in that this installation offers. These ways do not change while the console is open. */
export const signInMethodsQuery = queryOptions({
  queryKey: ['SignInWays'],
  queryFn: async ({ signal }) => (await send(SignInWaysDocument, {}, { signal })).signInWays,
  staleTime: 'static',
})

/** Returns the signed-in person, or null, without opening a challenge. */
export const fetchSignedInStaff = async (): Promise<Me | null> => (await send(MeDocument, {})).me

/**
 * Resolves to true if the session has a recent step-up. Otherwise, and after an error, resolves to null, so that the
 * caller can poll.
 */
export async function fetchStepUpDone(): Promise<true | null> {
  const answer = await send(ProvedDocument, {}).catch(() => null)
  return answer?.accountSecurity.proved === true ? true : null
}

/** The secret that a person enters into an authenticator app, as text and as a URI for the QR code. */
export type TotpSecret = { secret: string; uri: string }

/** The result of a sign-in that enrolled an authenticator app. */
export type EnrolledSignIn = { staff: Me; recoveryCodes: string[] }

/**
 * Sends the first sign-in step.
 * @throws Problem when e-mail or password is wrong.
 */
export async function signIn(email: string, password: string) {
  return (await send(SignInDocument, { email, password })).signIn
}

/** Sends the second sign-in step: a TOTP code or a recovery code. */
export async function signInWithCode(code: string): Promise<Me> {
  const { staff } = (await send(SignInWithCodeDocument, { code })).signInWithCode
  if (staff === null) throw new Error('BUG: the answer of signInWithCode contains no person')
  return staff
}

/** Starts the enrolment of an authenticator app, which is the second sign-in step of a person without an app. */
export async function beginEnrolment(): Promise<TotpSecret> {
  return (await send(BeginEnrolmentDocument, {})).beginEnrolment
}

export async function confirmEnrolment(code: string): Promise<EnrolledSignIn> {
  return (await send(ConfirmEnrolmentDocument, { code })).confirmEnrolment
}

/**
 * Sends the code of a step-up. If the session has ended, opens a sign-in challenge instead, because the code was valid
 * only in that session.
 */
export async function stepUp(code: string): Promise<void> {
  try {
    await send(StepUpDocument, { code }, { asOwner: true })
  } catch (error) {
    if (!isSignedOut(error) || !(await requestAuth('sign-in', null))) throw error
  }
}

/**
 * Starts enrolling an authenticator app for a signed-in person. `confirmTotp` completes the enrolment with the first
 * code.
 */
export async function beginTotp(password: string): Promise<TotpSecret> {
  return (await execute(BeginTotpDocument, { password })).beginTotp
}

export async function confirmTotp(code: string): Promise<string[]> {
  return (await execute(ConfirmTotpDocument, { code })).confirmTotp.recoveryCodes
}

export async function extendSession(): Promise<void> {
  await execute(ExtendSessionDocument, {})
}

/**
 * Asks the server how many seconds the session has left, and updates the session timer. Another tab may have extended
 * the session.
 */
export async function refreshSecondsLeft(): Promise<void> {
  await send(MeDocument, {})
}

/**
 * Returns a mutation that signs out on the server, then in this browser. The browser's state does not change before the
 * server has confirmed the sign-out. For `isExpired` see `endSession`.
 */
export function useSignOut(options: { isExpired: boolean }) {
  return useMutation({
    gcTime: 0,
    meta: { changesData: false },
    mutationFn: () => send(SignOutDocument, {}),
    onSuccess: () => endSession(options),
  })
}
