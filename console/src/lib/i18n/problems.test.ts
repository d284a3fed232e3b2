import { expect, test } from 'vitest'
import { Problem } from '../problem.ts'
import { problemText } from './problems.ts'

const said = (code: string, reason: string | null = null) =>
  problemText(new Problem('x', { code, reason }))[1]

test('a problem is described by its reason, or by its code if the reason has no text', () => {
  expect(said('conflict', 'webhook_endpoint_limit')).toContain('10 active endpoints')
  expect(said('conflict', 'something_new')).toContain('conflicts with the current state')
})

test('a problem with an unknown code is described as a server error', () => {
  expect(said('teapot')).toContain('The server failed')
})
