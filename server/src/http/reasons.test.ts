import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { Problem } from '../kernel/problem.ts'
import { ERROR_MESSAGES, ERROR_STATUS, errorResponse, REASON_MESSAGES } from './errors.ts'

const root = join(import.meta.dirname, '..')
const source = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Returns the file and all files that the file imports directly or indirectly. */
function reachedFrom(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const [, path = ''] of source(file).matchAll(/from '(\.[^']+)'/g)) {
    reachedFrom(normalize(join(dirname(file), path)), seen)
  }
  return seen
}

const reasonsIn = (file: string): string[] =>
  Array.from(
    source(file).matchAll(/new Problem\([^)]{0,60}reason: ([^,})]+)|(?:refused|invalid)\('(\w+)'\)/g),
  ).flatMap(([, expression = '', named]) =>
    named ? [named] : Array.from(expression.matchAll(/'(\w+)'/g), ([, reason = '']) => reason),
  )

test('every reason in the code of the merchant API has a message', () => {
  const reached = reachedFrom('http/serve.ts', reachedFrom('routes.ts'))
  const reasons = new Set(Array.from(reached).flatMap(reasonsIn))
  expect(reasons.size).toBeGreaterThan(20)
  expect(Array.from(reasons).filter((reason) => !REASON_MESSAGES.has(reason))).toEqual([])
})

test('every message is a sentence, and no two reasons have the same message', () => {
  const texts = [...ERROR_MESSAGES.values(), ...REASON_MESSAGES.values()]
  expect(texts.filter((text) => !/^[A-ZÁÉÍÓÚÂÊÔÃÕÇ].*\.$/.test(text))).toEqual([])
  expect(new Set(texts).size).toBe(texts.length)
})

test.each(Object.entries(ERROR_STATUS))('the error code %s has status %i and a message', (code, status) => {
  const known = Array.from(ERROR_MESSAGES.keys()).find((name) => name === code)
  expect(known).toBe(code)
  expect(status).toBeGreaterThanOrEqual(400)
})

test('the response to an unexpected error reveals nothing about the error, and the response `unauthorized` has the header WWW-Authenticate', () => {
  const answer = errorResponse(new Error('select secret from charge'), 'c-1')
  expect(answer).toEqual({
    status: 500,
    headers: {},
    body: {
      error: {
        code: 'internal_error',
        message: ERROR_MESSAGES.get('internal_error'),
        details: {},
        correlation_id: 'c-1',
      },
    },
  })
  expect(errorResponse(new Problem('unauthorized'), 'c-1').headers).toEqual({ 'www-authenticate': 'Bearer' })
})
