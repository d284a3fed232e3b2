import { expect, test } from 'vitest'
import { isSignedOut, mayHaveHappened, Problem, readProblem } from './problem.ts'

test('a problem has the code, reason, fields and correlation id of the GraphQL error', () => {
  const problem = readProblem(
    [
      {
        message: 'URL recusada',
        extensions: {
          code: 'validation_error',
          reason: 'ssrf_blocked',
          correlation_id: 'c-1',
          fields: [{ path: 'url', code: 'not_allowed', message: 'endereço privado' }],
        },
      },
    ],
    'c-header',
  )
  expect(problem).toMatchObject({
    message: 'URL recusada',
    code: 'validation_error',
    reason: 'ssrf_blocked',
    correlationId: 'c-1',
    fields: { url: 'endereço privado' },
  })
})

test('a refusal of a malformed id becomes a not_found problem', () => {
  const refused = { message: 'x', extensions: { code: 'BAD_USER_INPUT', reason: 'malformed_id' } }
  expect(readProblem([refused], null)).toMatchObject({ code: 'not_found', reason: 'malformed_id' })
  const other = { message: 'x', extensions: { code: 'BAD_USER_INPUT' } }
  expect(readProblem([other], null)).toMatchObject({ code: 'validation_error', reason: null })
})

test('the correlation id comes from the response header when the error has none', () => {
  expect(readProblem([{ message: 'x' }], 'c-header').correlationId).toBe('c-header')
})

test('a response with a malformed list of errors becomes an internal_error problem', () => {
  for (const errors of [undefined, null, 'no', [], [7], [{ extensions: 'x' }]])
    expect(readProblem(errors, null).code).toBe('internal_error')
})

test('isSignedOut recognises the GraphQL code UNAUTHENTICATED and the code unauthorized', () => {
  expect(isSignedOut(readProblem([{ extensions: { code: 'UNAUTHENTICATED' } }], null))).toBe(true)
  expect(isSignedOut(new Problem('x', { code: 'unauthorized' }))).toBe(true)
  expect(isSignedOut(new Error('unauthorized'))).toBe(false)
})

const isUncertain = (code: string) => mayHaveHappened(new Problem('x', { code }))

test('an operation may have taken effect after a lost response or a server error, but not after a refusal', () => {
  const failures = ['outcome_unknown', 'internal_error', 'service_unavailable', 'provider_unavailable']
  const refusals = [
    'conflict',
    'validation_error',
    'forbidden',
    'unauthorized',
    'step_up_required',
    'offline',
  ]
  expect([...failures, ...refusals].filter(isUncertain)).toEqual(failures)
  expect(mayHaveHappened(new Error('x'))).toBe(true)
  expect(mayHaveHappened(null)).toBe(false)
})
