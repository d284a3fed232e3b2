import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '../lib/problem.ts'
import { currentChallenge, dismissChallenges, subscribeToChallenges } from './auth-challenge.ts'
import { execute, executeMutation } from './client.ts'
import { CancelChargeDocument, MeDocument, StepUpDocument } from './generated/graphql.ts'
import { abortRequests } from './http.ts'
import { setTabOwner } from './person.ts'
import { stepUp } from './session.ts'

type Sent = { operation: string; owner: string | null }

const NAMES = new Map(
  Object.entries({ CancelCharge: CancelChargeDocument, Me: MeDocument, StepUp: StepUpDocument }).map(
    ([name, document]) => [document['__meta__']?.['hash'], name],
  ),
)
const ANA = 'ana'
const me = (id: string | null) => ({ data: { me: id === null ? null : { id } } })
const refused = (code: string) => ({ errors: [{ message: '', extensions: { code } }] })
const done = { data: { cancelCharge: { status: 'cancelled' } } }
const cancel = () => executeMutation(CancelChargeDocument, { merchantId: 'm', chargeId: 'c' })

/**
 * Stubs `fetch`. Answers each request with the next answer that `answers` has for the operation. Returns the sent
 * requests.
 */
function serverWith(answers: Record<string, object[]>): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (_path: string, { body, headers }: { body: string; headers: object }) => {
    const operation = NAMES.get(JSON.parse(body).documentId) ?? 'unknown'
    sent.push({ operation, owner: new Headers(Object.entries(headers)).get('x-staff-id') })
    const answer = answers[operation]?.shift()
    if (answer instanceof Error) throw answer
    return Response.json(answer)
  })
  return sent
}

const names = (sent: Sent[]) => sent.map(({ operation }) => operation)
const codeOf = (error: unknown) => (error instanceof Problem ? error.code : error)

let end: () => void = () => undefined
beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true })
  end = subscribeToChallenges(() => undefined)
  setTabOwner(ANA)
})
afterEach(() => {
  dismissChallenges()
  end()
  vi.unstubAllGlobals()
})

/** Waits for a challenge of this kind and settles it. */
async function settle(kind: string, passed: boolean): Promise<void> {
  await expect.poll(() => currentChallenge()?.kind).toBe(kind)
  currentChallenge()?.settle(passed)
}

test('an operation that is refused because the session ended is sent again after the sign-in', async () => {
  const sent = serverWith({ CancelCharge: [refused('UNAUTHENTICATED'), done], Me: [me(null)] })
  const result = cancel()
  await settle('sign-in', true)
  expect(await result).toEqual(done.data)
  expect(names(sent)).toEqual(['CancelCharge', 'Me', 'CancelCharge'])
})

test('when another tab has signed the same person in, a refused operation is sent again without a challenge', async () => {
  const sent = serverWith({ CancelCharge: [refused('UNAUTHENTICATED'), done], Me: [me(ANA)] })
  expect(await cancel()).toEqual(done.data)
  expect(names(sent)).toEqual(['CancelCharge', 'Me', 'CancelCharge'])
})

test('when another person has signed in, a refused operation is not sent again', async () => {
  const sent = serverWith({ CancelCharge: [refused('UNAUTHENTICATED')], Me: [me('bia')] })
  expect(await cancel().catch(codeOf)).toBe('unauthorized')
  expect(sent).toEqual([
    { operation: 'CancelCharge', owner: ANA },
    { operation: 'Me', owner: null },
  ])
})

test('an operation is not sent again when the person declines to sign in', async () => {
  const sent = serverWith({ CancelCharge: [refused('UNAUTHENTICATED')], Me: [me(null)] })
  const result = cancel().catch(codeOf)
  await settle('sign-in', false)
  expect(await result).toBe('unauthorized')
  expect(names(sent)).toEqual(['CancelCharge', 'Me'])
})

test('an operation refused twice as unauthenticated opens a sign-in challenge, even if the session is valid', async () => {
  serverWith({
    CancelCharge: [refused('UNAUTHENTICATED'), refused('UNAUTHENTICATED'), done],
    Me: [me(ANA)],
  })
  const result = cancel()
  await settle('sign-in', true)
  expect(await result).toEqual(done.data)
})

test('when the session ends before the step-up code is sent, the operation is sent again after a sign-in', async () => {
  const sent = serverWith({
    CancelCharge: [refused('STEP_UP_REQUIRED'), done],
    StepUp: [refused('UNAUTHENTICATED')],
  })
  const result = cancel()
  await expect.poll(() => currentChallenge()?.kind).toBe('step-up')
  const proof = stepUp('123456')
  await settle('sign-in', true)
  await proof
  expect(await result).toEqual(done.data)
  expect(names(sent)).toEqual(['CancelCharge', 'StepUp', 'CancelCharge'])
})

test('the error code of a failed connection distinguishes an offline browser, a mutation and a query', async () => {
  serverWith({ CancelCharge: [new TypeError('x'), new TypeError('x')], Me: [new TypeError('x')] })
  expect(await cancel().catch(codeOf)).toBe('outcome_unknown')
  expect(await execute(MeDocument, {}).catch(codeOf)).toBe('no_answer')
  vi.stubGlobal('navigator', { onLine: false })
  expect(await cancel().catch(codeOf)).toBe('offline')
})

test('a mutation whose response breaks off has an unknown outcome', async () => {
  const broken = new ReadableStream({ start: (body) => body.error(new TypeError('terminated')) })
  vi.stubGlobal('fetch', async () => new Response(broken))
  expect(await cancel().catch(codeOf)).toBe('outcome_unknown')
})

test('the end of the session aborts pending requests', async () => {
  vi.stubGlobal(
    'fetch',
    (_path: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
  )
  const result = cancel().catch((error: unknown) => error)
  abortRequests()
  expect(await result).toMatchObject({ name: 'AbortError' })
})
