import { expect, test } from 'vitest'
import type { Dialect } from '../../../simulator/dialects/dialect.ts'
import { DIALECTS } from '../../../simulator/dialects/dialects.ts'
import { request, TXID } from '../../testing/fakes/pix-adapter-fixture.ts'
import { ALL_WORK, CLIENT, connect, runAll } from '../../testing/fakes/psp-in-dialect.ts'
import { makeProfile } from './profile.ts'
import { PROFILES } from './profiles.ts'

test('a new PSP needs only data: a profile for the adapter, and a dialect for the simulator', async () => {
  const dialect: Dialect = {
    token: { credentials: 'body', encoding: 'json', grantType: 'query', scope: 'required' },
    headers: { 'x-request-id': 'uuid' },
    query: ['app'],
    cobVersion: 'v4',
    refusesMilliseconds: true,
    statuses: { 'PUT cob': 200, 'PUT devolucao': 202 },
    cobMembers: { pixCopiaECola: 'qrCode', location: 'url' },
    errors: 'erros',
    webhook: { suffix: '', ping: { tipo: 'ping' } },
    pageItemsMax: 10,
  }
  const profile = makeProfile({
    name: 'ninth',
    title: 'Ninth',
    token: { auth: 'body', encoding: 'json', grantType: 'query' },
    headers: { 'x-request-id': 'correlationId' },
    query: { app: 'appKey' },
    resources: { cob: { version: 'v4' } },
    success: { issue: [200], request_return: [202] },
    cobAliases: { pixCopiaECola: ['qrCode'], location: ['url'] },
    errors: {
      violations: [{ list: 'erros', reason: 'mensagem', property: 'propriedade' }],
      gatewayMember: 'statusCode',
    },
    webhook: { suffix: '', ping: { tipo: 'ping' } },
    pages: { items: 10 },
  })
  const { pix, network, callbacks } = connect(profile, 'ninth', { dialects: { ...DIALECTS, ninth: dialect } })
  const pay = () => network.pay({ txid: TXID })[0]?.endToEndId ?? ''
  expect(await runAll(pix, pay)).toEqual(ALL_WORK)
  expect(callbacks[0]).toEqual({ url: 'https://service.example/network/secret', body: '{"tipo":"ping"}' })
  network.pay({ txid: TXID })
  await network.idle()
  expect(callbacks.at(-1)?.url).toBe('https://service.example/network/secret')
})

test("Itaú's sandbox refuses calls without the token in x-sandbox-token, and nothing is created", async () => {
  const itau = PROFILES.get('itau') ?? makeProfile({ name: 'none', title: 'None' })
  const { pix, network } = connect(itau, 'itau', { environment: 'production' })
  expect(await pix.issue(request)).toEqual({ kind: 'unknown' })
  expect(network.cob(TXID).created).toBe(0)
})

test('Sicoob grants a token to a request without the header client_id, and refuses every other call without it', async () => {
  const sicoob = PROFILES.get('sicoob')
  const bare = makeProfile({ ...sicoob, name: 'sicoob', title: 'Sicoob', headers: {} })
  const { pix, network } = connect(bare, 'sicoob')
  expect(await pix.issue(request)).toEqual({ kind: 'unknown' })
  expect((await pix.find(TXID)).kind).not.toBe('found')
  expect(network.callTotals()).toMatchObject({ 'POST token': 1, 'PUT cob': 1 })
  expect(network.cob(TXID).created).toBe(0)
})

test('Efí does not register a callback URL that accepts calls without a client certificate', async () => {
  const efi = PROFILES.get('efi')
  const webhook = { ping: efi?.webhook.ping }
  const { pix, callbacks } = connect(makeProfile({ ...efi, name: 'efi', title: 'Efí', webhook }), 'efi')
  expect(await pix.registerCallback('https://service.example/network/secret')).toBe(false)
  expect(callbacks).toHaveLength(2)
})

test('with a token that lacks scopes, only the calls that need a missing scope fail, and they are not sent', async () => {
  const scopes = ['cob.read', 'cob.write', 'pix.read'] as const
  const sicredi = PROFILES.get('sicredi') ?? makeProfile({ name: 'none', title: 'None' })
  const { pix, network, lines } = connect(sicredi, 'sicredi', { clients: [{ ...CLIENT, scopes }] })
  expect((await pix.issue(request)).kind).toBe('issued')
  for (const at of [1, 2, 3]) {
    const id = `D${at}`
    const refund = { endToEndId: 'E'.repeat(32), id, amountCents: 1n, description: null }
    expect(await pix.requestReturn(refund)).toEqual({ kind: 'unavailable' })
  }
  expect(network.callTotals()).toEqual({ 'POST token': 1, 'PUT cob': 1 })
  expect(lines.filter((line) => line.includes('granted a token without'))).toHaveLength(1)
  expect((await pix.find(TXID)).kind).toBe('found')
})

test('the adapter sends at most five token requests a minute while Sicredi refuses the credentials', async () => {
  const sicredi = PROFILES.get('sicredi') ?? makeProfile({ name: 'none', title: 'None' })
  const { pix, network, clock } = connect(sicredi, 'sicredi', { clients: [{ id: 'other', secret: 'other' }] })
  for (let second = 0; second < 60; second += 1) {
    await Promise.all(Array.from({ length: 5 }, () => pix.find(TXID)))
    clock.advance(1_000)
  }
  expect(network.callTotals()['POST token']).toBeLessThanOrEqual(5)
})
