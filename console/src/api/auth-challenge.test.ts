import { afterEach, beforeEach, expect, test } from 'vitest'
import { currentChallenge, dismissChallenges, requestAuth, subscribeToChallenges } from './auth-challenge.ts'

let end: () => void = () => undefined
beforeEach(() => {
  end = subscribeToChallenges(() => undefined)
})
afterEach(() => {
  dismissChallenges()
  end()
})

test('concurrent requests for the same kind of authentication share one challenge', async () => {
  const both = [requestAuth('sign-in', null), requestAuth('sign-in', null)]
  currentChallenge()?.settle(true)
  expect(await Promise.all(both)).toEqual([true, true])
  expect(currentChallenge()).toBe(null)
})

test('when the session ends during a step-up, the current challenge is the sign-in, and passing the sign-in settles both challenges', async () => {
  const stepUp = requestAuth('step-up', 'code_needed')
  const signIn = requestAuth('sign-in', null)
  expect(currentChallenge()?.kind).toBe('sign-in')
  currentChallenge()?.settle(true)
  expect(await signIn).toBe(true)
  // The sign-in also settles the step-up, so the client repeats the operation that the server refused. If a step-up is
  // still required, the server refuses the operation again.
  expect(await stepUp).toBe(true)
  expect(currentChallenge()).toBe(null)
})

test('declining a step-up leaves the sign-in challenge open', async () => {
  const stepUp = requestAuth('step-up', null)
  const open = currentChallenge()
  const signIn = requestAuth('sign-in', null)
  open?.settle(false)
  expect(await stepUp).toBe(false)
  expect(currentChallenge()?.kind).toBe('sign-in')
  currentChallenge()?.settle(false)
  expect(await signIn).toBe(false)
})

test('the end of the session declines every open challenge', async () => {
  const both = [requestAuth('step-up', null), requestAuth('sign-in', null)]
  dismissChallenges()
  expect(await Promise.all(both)).toEqual([false, false])
})

test('settling a challenge a second time does not settle the challenge that was opened after it', async () => {
  const first = requestAuth('step-up', null)
  const old = currentChallenge()
  old?.settle(true)
  expect(await first).toBe(true)
  const second = requestAuth('step-up', null)
  old?.settle(true)
  currentChallenge()?.settle(false)
  expect(await second).toBe(false)
})

test('requestAuth resolves to false when no component shows challenges', async () => {
  end()
  expect(await requestAuth('sign-in', null)).toBe(false)
})
