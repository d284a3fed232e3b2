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

function source(clock: Clock = systemClock, timeoutMs = 1_000): TokenSource {
  return makeTokenSource({
    tokenUrl: `${bank.url}/oauth/token`,
    clientId: 'shop one',
    clientSecret: 'a+b%c/d=',
    clock,
    fetch: connections.fetch,
    log: logInto(lines),
    timeoutMs,
  })
}

const take = (tokens: TokenSource, timeoutMs = 5_000): Promise<string | undefined> =>
  withDeadline(systemClock, timeoutMs, (deadline) => tokens.get(deadline))

describe('a token', () => {
  test('is asked for as OAuth2 client credentials, the client in the Basic header', async () => {
    expect(await take(source())).toBe('token-1')
    const [call] = bank.calls
    expect(call?.method).toBe('POST')
    const basic = Buffer.from(call?.authorization.replace('Basic ', '') ?? '', 'base64').toString()
    expect(basic).toBe('shop+one:a%2Bb%25c%2Fd%3D')
    expect(Object.fromEntries(new URLSearchParams(call?.body))).toEqual({
      grant_type: 'client_credentials',
      scope: 'cob.read cob.write pix.read pix.write webhook.read webhook.write',
    })
  })

  test('is asked for once, however many need it at the same time', async () => {
    const tokens = source()
    const taken = await Promise.all(Array.from({ length: 100 }, () => take(tokens)))
    expect(new Set(taken)).toEqual(new Set(['token-1']))
    expect(bank.calls).toHaveLength(1)
  })
})

describe('a token that is held', () => {
  test('serves until a minute before its end, then is renewed while it still serves', async () => {
    const clock = makeManualClock()
    const tokens = source(clock)
    await take(tokens)
    clock.advance(3_539_000)
    expect(await take(tokens)).toBe('token-1')
    expect(bank.calls).toHaveLength(1)
    clock.advance(1_000)
    expect(await take(tokens)).toBe('token-1')
    await expect.poll(() => take(tokens)).toBe('token-2')
    expect(bank.calls).toHaveLength(2)
  })

  test('still serves to its end while the bank refuses a new one, asked for once a second', async () => {
    const clock = makeManualClock()
    const tokens = source(clock)
    await take(tokens)
    bank.behave({ token: reply(503, {}) })
    clock.advance(3_550_000)
    await take(tokens)
    await expect.poll(() => lines.length).toBe(1)
    expect(await take(tokens)).toBe('token-1')
    expect(bank.calls).toHaveLength(2)
    clock.advance(1_000)
    expect(await take(tokens)).toBe('token-1')
    await expect.poll(() => bank.calls.length).toBe(3)
    clock.advance(50_000)
    expect(await take(tokens)).toBeUndefined()
  })

  test('of a short life is renewed after three quarters of it', async () => {
    bank.behave({ token: grantTokens(40) })
    const clock = makeManualClock()
    const tokens = source(clock)
    await take(tokens)
    clock.advance(29_000)
    await take(tokens)
    expect(bank.calls).toHaveLength(1)
    clock.advance(1_000)
    await take(tokens)
    await expect.poll(() => bank.calls.length).toBe(2)
  })

  test('that the API refused is forgotten, a newer one is not', async () => {
    const tokens = source()
    await take(tokens)
    tokens.drop('token-1')
    expect(await take(tokens)).toBe('token-2')
    tokens.drop('token-1')
    expect(await take(tokens)).toBe('token-2')
  })

  test('without a stated life, or with a life in a text, is taken', async () => {
    bank.behave({ token: reply(200, { access_token: 'unsaid' }) })
    expect(await take(source())).toBe('unsaid')
    bank.behave({ token: reply(200, { access_token: 'text', expires_in: '3600' }) })
    expect(await take(source())).toBe('text')
  })
})

const rude: [string, Behaviour][] = [
  ['refuses the credentials', reply(401, { error: 'invalid_client' })],
  ['is out of service', reply(503, {})],
  ['answers something else', reply(200, '<html>')],
  ['answers without a token', reply(200, { access_token: '' })],
  ['redirects', reply(302, { access_token: 'elsewhere' })],
  ['hangs', hang],
  ['hangs up', reset],
]

describe('there is no token when the bank', () => {
  test.each(rude)('%s', async (_, token) => {
    bank.behave({ token })
    expect(await take(source(systemClock, 1_000))).toBeUndefined()
    expect(bank.calls).toHaveLength(1)
    expect(lines.join()).not.toMatch(/a\+b|shop one|Basic/)
  })

  test('hangs for longer than the caller may wait', async () => {
    bank.behave({ token: hang })
    expect(await take(source(systemClock, 60_000), 100)).toBeUndefined()
  })

  test('is not there', async () => {
    const tokens = source()
    await bank.close()
    expect(await take(tokens)).toBeUndefined()
  })
})
