import { expect, test } from 'vitest'
import { Problem } from '../problem.ts'
import { problemText } from './problems.ts'

const said = (code: string, reason: string | null = null) =>
  problemText(new Problem('x', { code, reason }))[1]

test('a reason with a text takes precedence over the code', () => {
  expect(said('conflict', 'webhook_endpoint_limit')).toContain('10 active endpoints')
  expect(said('conflict', 'something_new')).toContain('conflicts with the current state')
})

test('an unknown code has the text of a server error', () => {
  expect(said('teapot')).toContain('The server failed')
})
