import { expect, test } from 'vitest'
import { Problem } from '../problem.ts'
import { problemText } from './problems.ts'

const said = (code: string, reason: string | null = null) =>
  problemText(new Problem('x', { code, reason }))[1]

test('the rule that refused speaks before the code', () => {
  expect(said('conflict', 'webhook_endpoint_limit')).toContain('10 active endpoints')
  expect(said('conflict', 'something_new')).toContain('conflicts with the current state')
})

test('what nobody has heard of is a failure of the server, in words', () => {
  expect(said('teapot')).toContain('The server failed')
})
