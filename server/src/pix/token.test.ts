import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock, type Clock } from '../kernel/clock.ts'
import {
  grantTokens,
  makeManualClock,
  hang,
  logInto,
  reply,
  reset,
  startFakePixProvider,
  type Behaviour,
  type FakePixProvider,
} from '../testing/fakes/fake-pix-provider.ts'
import type { PixCredentials } from './credentials/watch-credentials.ts'
import { withDeadline } from './http-call.ts'
import { makePixFetch, type ClosablePixFetch } from './pix-fetch.ts'
import { makeTokenSource, type TokenSource } from './token.ts'

let bank: FakePixProvider
let connections: ClosablePixFetch
let lines: string[]

beforeEach(async () => {
  bank = await startFakePixProvider()
  connections = makePixFetch({ certFile: undefined, keyFile: undefined, caFile: undefined })
  lines = []
})

afterEach(async () => {
  await Promise.all([connections.close(), bank.close()])
})

function source(
  clock: Clock = systemClock,
  timeoutMs = 1_000,
  credentials?: () => PixCredentials,
): TokenSource {
  return makeTokenSource({
    tokenUrl: `${bank.url}/oauth/token`,
    clientId: 'shop one',
    clientSecret: 'a+b%c/d=',
    clock,
    fetch: connections.fetch,
    log: logInto(lines),
    timeoutMs,
    ...(credentials && { credentials }),
  })
}

/** Returns a token source whose credentials a test can replace, and the function that replaces them. */
function replaceableSource() {
  const client = { clientId: 'shop', clientSecret: 'secret' }
  const create = (): PixCredentials => ({ client, tls: { cert: undefined, key: undefined, ca: undefined } })
  let credentials = create()
  const replace = (): void => {
    credentials = create()
  }
  return { tokens: source(makeManualClock(), 1_000, () => credentials), replace }
}

const getToken = (tokens: TokenSource, timeoutMs = 5_000): Promise<string | undefined> =>
  withDeadline(systemClock, timeoutMs, (deadline) => tokens.get(deadline))

describe('token source', () => {
  test('a token is requested with OAuth2 client credentials and HTTP Basic', async () => {
    expect(await getToken(source())).toBe('token-1')
    const [call] = bank.calls
    expect(call?.method).toBe('POST')
    const basic = Buffer.from(call?.authorization.replace('Basic ', '') ?? '', 'base64').toString()
    expect(basic).toBe('shop+one:a%2Bb%25c%2Fd%3D')
    expect(Object.fromEntries(new URLSearchParams(call?.body))).toEqual({
      grant_type: 'client_credentials',
      scope: 'cob.read cob.write pix.read pix.write webhook.read webhook.write',
    })
  })

  test('when several callers need a token at the same time, the source requests only one token', async () => {
    const tokens = source()
    const taken = await Promise.all(Array.from({ length: 100 }, () => getToken(tokens)))
    expect(new Set(taken)).toEqual(new Set(['token-1']))
    expect(bank.calls).toHaveLength(1)
  })
})

describe('cached token', () => {
  test('a token is renewed one minute before it expires, and is still returned during the renewal', async () => {
    const clock = makeManualClock()
    const tokens = source(clock)
    await getToken(tokens)
    clock.advance(3_539_000)
    expect(await getToken(tokens)).toBe('token-1')
    expect(bank.calls).toHaveLength(1)
    clock.advance(1_000)
    expect(await getToken(tokens)).toBe('token-1')
    await expect.poll(() => getToken(tokens)).toBe('token-2')
    expect(bank.calls).toHaveLength(2)
  })

  test('a token whose renewal fails is returned until it expires, and the renewal is retried once a second', async () => {
    const clock = makeManualClock()
    const tokens = source(clock)
    await getToken(tokens)
    bank.behave({ token: reply(503, {}) })
    clock.advance(3_550_000)
    await getToken(tokens)
    await expect.poll(() => lines.length).toBe(1)
    expect(await getToken(tokens)).toBe('token-1')
    expect(bank.calls).toHaveLength(2)
    clock.advance(1_000)
    expect(await getToken(tokens)).toBe('token-1')
    await expect.poll(() => bank.calls.length).toBe(3)
    clock.advance(50_000)
    expect(await getToken(tokens)).toBeUndefined()
  })

  test('a token with a short lifetime is renewed after three quarters of the lifetime', async () => {
    bank.behave({ token: grantTokens(40) })
    const clock = makeManualClock()
    const tokens = source(clock)
    await getToken(tokens)
    clock.advance(29_000)
    await getToken(tokens)
    expect(bank.calls).toHaveLength(1)
    clock.advance(1_000)
    await getToken(tokens)
    await expect.poll(() => bank.calls.length).toBe(2)
  })

  test('a dropped token is replaced, but dropping an old token keeps the newer token', async () => {
    const tokens = source()
    await getToken(tokens)
    tokens.drop('token-1')
    expect(await getToken(tokens)).toBe('token-2')
    tokens.drop('token-1')
    expect(await getToken(tokens)).toBe('token-2')
  })

  test('a token response may contain no lifetime, or a lifetime as text', async () => {
    bank.behave({ token: reply(200, { access_token: 'unsaid' }) })
    expect(await getToken(source())).toBe('unsaid')
    bank.behave({ token: reply(200, { access_token: 'text', expires_in: '3600' }) })
    expect(await getToken(source())).toBe('text')
  })
})

const failures: [string, Behaviour][] = [
  ['refuses the credentials', reply(401, { error: 'invalid_client' })],
  ['is out of service', reply(503, {})],
  ['answers with HTML', reply(200, '<html>')],
  ['answers without a token', reply(200, { access_token: '' })],
  ['redirects', reply(302, { access_token: 'elsewhere' })],
  ['does not answer', hang],
  ['closes the connection', reset],
]

describe('failed token requests', () => {
  test.each(failures)('when the PSP %s, the caller gets no token', async (_, token) => {
    bank.behave({ token })
    expect(await getToken(source(systemClock, 1_000))).toBeUndefined()
    expect(bank.calls).toHaveLength(1)
    expect(lines.join()).not.toMatch(/a\+b|shop one|Basic/)
  })

  test('when the PSP does not answer a token request before the deadline, the caller gets no token', async () => {
    bank.behave({ token: hang })
    expect(await getToken(source(systemClock, 60_000), 100)).toBeUndefined()
  })

  test('when the PSP is unreachable, the caller gets no token', async () => {
    const tokens = source()
    await bank.close()
    expect(await getToken(tokens)).toBeUndefined()
  })
})

describe('refused token requests', () => {
  test('after a refused token request, concurrent callers cause only one further request after each pause, and the pause doubles', async () => {
    const clock = makeManualClock()
    const tokens = source(clock)
    bank.behave({ token: reply(401, { error: 'invalid_client' }) })
    const burst = async () => {
      const taken = await Promise.all(Array.from({ length: 20 }, () => getToken(tokens)))
      expect(new Set(taken)).toEqual(new Set([undefined]))
      return bank.calls.length
    }
    expect(await burst()).toBe(1)
    expect(await burst()).toBe(1)
    clock.advance(1_000)
    expect(await burst()).toBe(2)
    clock.advance(1_999)
    expect(await burst()).toBe(2)
    clock.advance(1)
    bank.behave({ token: grantTokens(3_600) })
    expect(await getToken(tokens)).toBe('token-1')
  })

  test('after a failure that is no refusal, the next caller requests a token at once', async () => {
    const tokens = source()
    bank.behave({ token: reply(503, {}) })
    await getToken(tokens)
    await getToken(tokens)
    expect(bank.calls).toHaveLength(2)
  })

  test('new credentials end the pause after a refused token request', async () => {
    const replaceable = replaceableSource()
    bank.behave({ token: reply(401, { error: 'invalid_client' }) })
    expect(await getToken(replaceable.tokens)).toBeUndefined()
    bank.behave({ token: grantTokens(3_600) })
    expect(await getToken(replaceable.tokens)).toBeUndefined()
    replaceable.replace()
    expect(await getToken(replaceable.tokens)).toBe('token-1')
  })

  test('tokens that API Pix refuses after a replacement of the credentials cause no pause', async () => {
    const { tokens, replace } = replaceableSource()
    expect(await getToken(tokens)).toBe('token-1')
    for (const [earlier, next] of [
      ['token-1', 'token-2'],
      ['token-2', 'token-3'],
    ] as const) {
      replace()
      expect(await getToken(tokens)).toBe(earlier)
      tokens.drop(earlier)
      expect(await getToken(tokens)).toBe(next)
    }
    tokens.drop('token-3')
    expect(await getToken(tokens)).toBe('token-4')
    tokens.drop('token-4')
    expect(await getToken(tokens)).toBeUndefined()
  })
})
