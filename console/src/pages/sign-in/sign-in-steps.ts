import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import {
  beginEnrolment,
  confirmEnrolment,
  signIn,
  signInWithCode,
  type EnrolledSignIn,
  type TotpSecret,
} from '../../api/session.ts'
import type { Me } from '../../api/person.ts'
import { Problem } from '../../lib/problem.ts'

export type SignInStep =
  | { at: 'password' }
  | { at: 'code' }
  | { at: 'enrol'; offer: TotpSecret }
  | { at: 'codes'; entered: EnrolledSignIn }

/**
 * Runs the steps of a sign-in, from the password to the new session. Never stores a password or a code. Returns to the
 * password step when the server reports that the sign-in has expired.
 */
export function useSignInSteps(onEntered: (staff: Me) => void) {
  const [step, setStep] = useState<SignInStep>({ at: 'password' })
  const begin = useMutation({
    gcTime: 0,
    meta: { changesData: false },
    mutationFn: async ({ email, password }: { email: string; password: string }) => {
      const { next, staff } = await signIn(email, password)
      if (next === 'enrol') setStep({ at: 'enrol', offer: await beginEnrolment() })
      else if (next === 'code' || staff === null) setStep({ at: 'code' })
      else onEntered(staff)
    },
  })
  const onError = (error: unknown) => {
    if (error instanceof Problem && error.reason === 'sign_in_over') setStep({ at: 'password' })
  }
  const code = useMutation({
    gcTime: 0,
    meta: { changesData: false },
    mutationFn: async (typed: string) => onEntered(await signInWithCode(typed)),
    onError,
  })
  const enrol = useMutation({
    gcTime: 0,
    meta: { changesData: false },
    mutationFn: async (typed: string) => setStep({ at: 'codes', entered: await confirmEnrolment(typed) }),
    onError,
  })
  const restart = () => {
    for (const mutation of [begin, code, enrol]) mutation.reset()
    setStep({ at: 'password' })
  }
  return { step, begin, code, enrol, restart }
}

export type SignInSteps = ReturnType<typeof useSignInSteps>
