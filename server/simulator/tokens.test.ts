import { expect, test } from 'vitest'
import {
  bodyOf,
  ManualClock,
  createTestNetwork,
  seededRandom,
  requestToken,
  TXID,
  aCobBody,
} from './testing/test-network.ts'
import { createNetwork } from './network.ts'

const clients = [
  { id: 'service', secret: 'se+c%20ret/=' },
  { id: 'reader', secret: 'other', scopes: ['cob.read'] },
] as const

const deliver = async () => ({ status: 200 })

function open(tokenSeconds?: number) {
  const clock = new ManualClock()
  const network = createNetwork({ clock, random: seededRandom(1), clients, deliver, tokenSeconds })
  const postToken = async (form: Record<string, string>, authorization?: string) => {
    const response = await network.fetch('http://bank.test/oauth/token', {
      method: 'POST',
      headers: authorization === undefined ? {} : { authorization },
      body: new URLSearchParams({ grant_type: 'client_credentials', ...form }),
    })
    return { status: response.status, body: await bodyOf(response) }
  }
  const get = async (token: unknown) => {
    const headers = { authorization: `Bearer ${String(token)}` }
    return (await network.fetch(`http://bank.test/cob/${TXID}`, { headers })).status
  }
  return { network, clock, postToken, get }
}

const basic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`

test('credentials are accepted in the Basic header and in the form', async () => {
  const { postToken, get } = open()
  for (const answer of [
    await postToken({}, basic('service', 'se+c%20ret/=')),
    await postToken({ client_id: 'service', client_secret: 'se+c%20ret/=' }),
  ]) {
    expect(answer).toMatchObject({ status: 200, body: { token_type: 'Bearer', expires_in: 3600 } })
    expect(await get(answer.body['access_token'])).toBe(404)
  }
})

test('wrong credentials get 401, and an unsupported grant type gets 400', async () => {
  const { postToken } = open()
  for (const answer of [
    await postToken({}),
    await postToken({}, basic('service', 'wrong')),
    await postToken({}, 'Basic x'),
    await postToken({ client_id: 'nobody', client_secret: 'se+c%20ret/=' }),
  ]) {
    expect(answer).toEqual({ status: 401, body: { error: 'invalid_client' } })
  }
  const other = await postToken({ grant_type: 'password' }, basic('service', 'se+c%20ret/='))
  expect(other).toEqual({ status: 400, body: { error: 'unsupported_grant_type' } })
})

test('a token expires exactly after its lifetime', async () => {
  const { postToken, get, clock } = open(60)
  const { body } = await postToken({}, basic('service', 'se+c%20ret/='))
  expect(body['expires_in']).toBe(60)
  await clock.advance(59_999)
  expect(await get(body['access_token'])).toBe(404)
  await clock.advance(1)
  expect(await get(body['access_token'])).toBe(401)
})

test('DELETE /simulator/tokens revokes every token', async () => {
  const { api, call } = await createTestNetwork()
  expect((await api('GET', '/webhook')).status).toBe(200)
  await call('DELETE', '/simulator/tokens')
  expect((await api('GET', '/webhook')).status).toBe(401)
})

test('every route of API Pix answers 401 without a token', async () => {
  const { call, network } = await createTestNetwork()
  for (const [method, path] of [
    ['PUT', `/cob/${TXID}`],
    ['PATCH', `/cob/${TXID}`],
    ['GET', `/cob/${TXID}`],
    ['GET', '/cob'],
    ['GET', '/pix'],
    ['GET', '/pix/E'],
    ['PUT', '/pix/E/devolucao/1'],
    ['GET', '/pix/E/devolucao/1'],
    ['PUT', '/webhook/k'],
    ['GET', '/webhook/k'],
    ['DELETE', '/webhook/k'],
    ['GET', '/webhook'],
  ] as const) {
    const answer = await call(method, path, method === 'PUT' ? aCobBody() : undefined)
    expect([path, answer.status, answer.type]).toEqual([path, 401, 'application/problem+json'])
  }
  expect(network.cob(TXID).created).toBe(0)
})

test('a client gets tokens only for its scopes, and a token permits only calls of its scopes', async () => {
  const { postToken, get, network } = open()
  const narrow = await postToken({ scope: 'pix.read' }, basic('service', 'se+c%20ret/='))
  expect(await get(narrow.body['access_token'])).toBe(403)
  const reader = await postToken({}, basic('reader', 'other'))
  expect(await get(reader.body['access_token'])).toBe(404)
  expect(await postToken({ scope: 'cob.write' }, basic('reader', 'other'))).toMatchObject({
    status: 400,
    body: { error: 'invalid_scope' },
  })
  expect(network.callTotals()).toEqual({ 'POST token': 3, 'GET cob': 2 })
})

test('each token request returns a new token', async () => {
  const { network } = await createTestNetwork()
  expect(await requestToken(network)).not.toBe(await requestToken(network))
})

test('in a dialect that limits token requests, the requests of one client do not block another client', async () => {
  const { network, clock } = open()
  const requestFrom = async (authorization: string) => {
    const url = 'http://bank.test/dialects/sicredi/oauth/token'
    const body = new URLSearchParams({ grant_type: 'client_credentials', scope: 'cob.read' })
    return (await network.fetch(url, { method: 'POST', headers: { authorization }, body })).status
  }
  const [wrong, reader] = [basic('service', 'wrong'), basic('reader', 'other')]
  for (let n = 0; n < 10; n++) expect(await requestFrom(wrong)).toBe(401)
  expect(await requestFrom(wrong)).toBe(429)
  expect(await requestFrom(reader)).toBe(200)
  await clock.advance(60_000)
  expect(await requestFrom(wrong)).toBe(401)
})
