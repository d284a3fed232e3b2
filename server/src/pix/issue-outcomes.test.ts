import { describe, expect, test } from 'vitest'
import { hang, reply, reset, startFakePixProvider } from '../testing/fakes/fake-pix-provider.ts'
import {
  DEFINITE_FAILURES,
  cob,
  setUpPixAdapter,
  request,
  AMBIGUOUS_FAILURES,
} from '../testing/fakes/pix-adapter-fixture.ts'
import type { PixFetch } from './http-call.ts'

const at = setUpPixAdapter()

describe('an issuance may have happened, and is unknown, when the network', () => {
  test.each(AMBIGUOUS_FAILURES)('%s', async (_, api) => {
    at().bank.behave({ api })
    expect(await at().pix.issue(request)).toEqual({ kind: 'unknown' })
    expect(at().apiCalls()).toHaveLength(1)
  })
})

describe('certainly nothing was created when the network', () => {
  test.each(DEFINITE_FAILURES)('%s', async (_, api) => {
    at().bank.behave({ api })
    expect(await at().pix.issue(request)).toEqual({ kind: 'unavailable' })
  })

  test.each([
    ['refuses our credentials', reply(401, { error: 'invalid_client' })],
    ['has no token service', reply(503, {})],
    ['answers the token with a page', reply(200, '<html>')],
    ['hangs on the token', hang],
    ['hangs up on the token', reset],
  ])('%s', async (_, token) => {
    at().bank.behave({ token, api: reply(201, cob) })
    expect(await at().pix.issue(request)).toEqual({ kind: 'unavailable' })
    expect(at().apiCalls()).toEqual([])
  })

  test('refuses the connection', async () => {
    const gone = await startFakePixProvider()
    await gone.close()
    const pix = at().adapter({ baseUrl: gone.url })
    expect(await pix.issue(request)).toEqual({ kind: 'unavailable' })
    expect(at().lines.join()).toContain('not_sent')
  })

  test.each([
    ['cannot be found by its name', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }],
    ['refuses the connection for the call alone', { code: 'ECONNREFUSED', syscall: 'connect' }],
    ['cannot be reached', { code: 'EHOSTUNREACH', syscall: 'connect' }],
    ['does not take the connection in time', { code: 'CONNECT_TIMEOUT' }],
    ['shows a certificate of nobody we know', { code: 'SELF_SIGNED_CERT_IN_CHAIN' }],
  ])('%s', async (_, fault) => {
    const pix = at().adapter(failingCalls(Object.assign(new Error('no connection'), fault)))
    expect(await pix.issue(request)).toEqual({ kind: 'unavailable' })
  })

  test('refuses the connection on every one of its addresses', async () => {
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' })
    const pix = at().adapter(failingCalls(new AggregateError([refused, refused])))
    expect(await pix.issue(request)).toEqual({ kind: 'unavailable' })
  })
})

test('a connection that breaks in any other way leaves the issuance unknown', async () => {
  for (const cause of [{ code: 'ECONNRESET', syscall: 'read' }, { code: 'EPIPE', syscall: 'write' }, {}]) {
    const pix = at().adapter(failingCalls(Object.assign(new Error('broken'), cause)))
    expect(await pix.issue(request)).toEqual({ kind: 'unknown' })
  }
})

/** Tokens come from the bank; every call of the API fails with `cause`, as fetch tells it. */
function failingCalls(cause: Error): { fetch: PixFetch } {
  const { connections } = at()
  return {
    fetch: (url, init) =>
      url.endsWith('/oauth/token')
        ? connections.fetch(url, init)
        : Promise.reject(new TypeError('fetch failed', { cause })),
  }
}

describe('a token that the network refuses', () => {
  test('is renewed and the call repeated, once', async () => {
    at().bank.behave({
      api: (call) => (call.authorization === 'Bearer token-1' ? reply(401, {}) : reply(201, cob))(call),
    })
    expect(await at().pix.issue(request)).toMatchObject({ kind: 'issued' })
    expect(
      at()
        .apiCalls()
        .map(({ authorization }) => authorization),
    ).toEqual(['Bearer token-1', 'Bearer token-2'])
  })

  test('is not tried a third time', async () => {
    at().bank.behave({ api: reply(401, {}) })
    expect(await at().pix.issue(request)).toEqual({ kind: 'unavailable' })
    expect(at().apiCalls()).toHaveLength(2)
  })

  test('leaves the issuance unknown when the repeated call is lost', async () => {
    at().bank.behave({
      api: (call) => (call.authorization === 'Bearer token-1' ? reply(401, {}) : reset)(call),
    })
    expect(await at().pix.issue(request)).toEqual({ kind: 'unknown' })
  })
})
