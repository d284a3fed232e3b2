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

describe('after an ambiguous failure', () => {
  test.each(AMBIGUOUS_FAILURES)('when the PSP %s, the issuance is unknown', async (_, api) => {
    at().bank.behave({ api })
    expect(await at().pix.issue(request)).toEqual({ kind: 'unknown' })
    expect(at().apiCalls()).toHaveLength(1)
  })
})

describe('after a definite failure', () => {
  test.each(DEFINITE_FAILURES)('when the PSP %s, the issuance is unavailable', async (_, api) => {
    at().bank.behave({ api })
    expect(await at().pix.issue(request)).toEqual({ kind: 'unavailable' })
  })

  test.each([
    ['refuses our credentials', reply(401, { error: 'invalid_client' })],
    ['has no token service', reply(503, {})],
    ['answers the token request with HTML', reply(200, '<html>')],
    ['does not answer the token request', hang],
    ['closes the connection of the token request', reset],
  ])('when the PSP %s, the issuance is unavailable, and no charge is requested', async (_, token) => {
    at().bank.behave({ token, api: reply(201, cob) })
    expect(await at().pix.issue(request)).toEqual({ kind: 'unavailable' })
    expect(at().apiCalls()).toEqual([])
  })

  test('when the PSP refuses the connection, the issuance is unavailable', async () => {
    const gone = await startFakePixProvider()
    await gone.close()
    const pix = at().adapter({ baseUrl: gone.url })
    expect(await pix.issue(request)).toEqual({ kind: 'unavailable' })
    expect(at().lines.join()).toContain('not_sent')
  })

  test.each([
    ['has no DNS record', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }],
    [
      'refuses the connection of the call, but not of the token request',
      { code: 'ECONNREFUSED', syscall: 'connect' },
    ],
    ['is unreachable', { code: 'EHOSTUNREACH', syscall: 'connect' }],
    ['does not accept the connection in time', { code: 'CONNECT_TIMEOUT' }],
    ['has a self-signed certificate', { code: 'SELF_SIGNED_CERT_IN_CHAIN' }],
  ])('when the PSP %s, the issuance is unavailable', async (_, fault) => {
    const pix = at().adapter(failingCalls(Object.assign(new Error('no connection'), fault)))
    expect(await pix.issue(request)).toEqual({ kind: 'unavailable' })
  })

  test('when each address of the PSP refuses the connection, the issuance is unavailable', async () => {
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' })
    const pix = at().adapter(failingCalls(new AggregateError([refused, refused])))
    expect(await pix.issue(request)).toEqual({ kind: 'unavailable' })
  })
})

test('an issuance is unknown when the connection is reset, cannot be written to, or fails without an error code', async () => {
  for (const cause of [{ code: 'ECONNRESET', syscall: 'read' }, { code: 'EPIPE', syscall: 'write' }, {}]) {
    const pix = at().adapter(failingCalls(Object.assign(new Error('broken'), cause)))
    expect(await pix.issue(request)).toEqual({ kind: 'unknown' })
  }
})

/** Returns a fetch that gets tokens from the PSP and rejects every call of the API with `cause`. */
function failingCalls(cause: Error): { fetch: PixFetch } {
  const { connections } = at()
  return {
    fetch: (url, init) =>
      url.endsWith('/oauth/token')
        ? connections.fetch(url, init)
        : Promise.reject(new TypeError('fetch failed', { cause })),
  }
}

describe('a token that the PSP refuses', () => {
  test('a refused token is renewed, and the call is retried once', async () => {
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

  test('when the PSP also refuses the renewed token, the token is not renewed a second time', async () => {
    at().bank.behave({ api: reply(401, {}) })
    expect(await at().pix.issue(request)).toEqual({ kind: 'unavailable' })
    expect(at().apiCalls()).toHaveLength(2)
  })

  test('an issuance is unknown when the response to the retry with a renewed token is lost', async () => {
    at().bank.behave({
      api: (call) => (call.authorization === 'Bearer token-1' ? reply(401, {}) : reset)(call),
    })
    expect(await at().pix.issue(request)).toEqual({ kind: 'unknown' })
  })
})
