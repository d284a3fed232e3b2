import { afterEach, describe, expect, test } from 'vitest'
import type { Dialect } from '../../../simulator/dialects/dialect.ts'
import { DIALECTS } from '../../../simulator/dialects/dialects.ts'
import type { FaultMode } from '../../../simulator/faults.ts'
import { createNetwork, type NetworkOptions } from '../../../simulator/network.ts'
import { seededRandom } from '../../../simulator/testing/test-network.ts'
import { logInto, makeManualClock } from '../../testing/fakes/fake-pix-provider.ts'
import { makeApiPix } from '../api-pix.ts'
import { readCallback } from '../callback.ts'
import type { IssueRequest, PixProvider } from '../provider.ts'
import { makeProfile, type Profile } from './profile.ts'
import { PROFILES } from './profiles.ts'

const KEY = 'key@psp.example'
const TXID = '0193d0e0f0a07c1e9a000123456789ab'
const CLIENT = { id: 'service', secret: 'pa+ss%20word/=' }
const WINDOW = {
  from: new Date('2026-01-01T00:00:00.500Z'),
  to: new Date('2026-12-31T00:00:00.500Z'),
  page: 0,
}
const request: IssueRequest = {
  txid: TXID,
  amountCents: 1_990n,
  expiresInSeconds: 3600,
  payer: { name: 'Maria Payer', document: '12345678909' },
  description: 'Pedido 42',
  merchantName: 'Loja do Zé',
}

const opened: { close(): void }[] = []
afterEach(() => opened.splice(0).forEach((network) => network.close()))

interface Environment {
  environment?: 'production' | 'sandbox'
}

/** Connects the adapter with a profile to a simulated PSP with a dialect, in the process of the test. */
function connect(
  profile: Profile,
  name: string,
  { environment = 'sandbox', ...options }: Partial<NetworkOptions> & Environment = {},
) {
  const clock = makeManualClock(new Date('2026-11-20T12:00:00Z'))
  const lines: string[] = []
  const callbacks: { url: string; body: string }[] = []
  const network = createNetwork({
    clock,
    random: seededRandom(7),
    clients: [CLIENT],
    keys: [KEY],
    deliver(url, body) {
      callbacks.push({ url, body })
      const isRead = readCallback(JSON.parse(body), logInto(lines), [profile]) !== undefined
      return Promise.resolve({ status: isRead ? 200 : 400 })
    },
    ...options,
  })
  opened.push(network)
  const base = `http://psp.test/dialects/${name}`
  const pix = makeApiPix({
    profile,
    environment,
    appKey: 'application',
    baseUrl: `${base}/api/v2`,
    tokenUrl: `${base}/oauth/token`,
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    key: KEY,
    clock,
    fetch: network.fetch,
    log: logInto(lines),
  })
  return { network, clock, pix, lines, callbacks }
}

/** Runs each operation of the adapter once. Returns the kinds of their outcomes. */
async function runAll(pix: PixProvider, pay: () => string): Promise<Record<string, unknown>> {
  const issued = await pix.issue(request)
  const repeated = await pix.issue(request)
  const found = await pix.find(TXID)
  if (issued.kind !== 'issued') return { issue: issued.kind }
  const endToEndId = pay()
  const received = await pix.listReceived(WINDOW)
  const name = { endToEndId, id: 'D1' }
  const returned = await pix.requestReturn({ ...name, amountCents: 990n, description: 'Troca' })
  const repeatedReturn = await pix.requestReturn({ ...name, amountCents: 990n, description: 'Troca' })
  const other = { ...request, txid: `${TXID}X` }
  await pix.issue(other)
  return {
    issue: issued.kind,
    repeatedIssue: repeated.kind,
    find: found.kind,
    code: found.kind === 'found' && found.cob.qrCodePayload === issued.cob.qrCodePayload,
    received: received.kind === 'page' && received.items.length,
    return: returned.kind,
    repeatedReturn: repeatedReturn.kind,
    findReturn: (await pix.findReturn(name)).kind,
    remove: (await pix.remove(other.txid)).kind,
    removePaid: (await pix.remove(TXID)).kind,
    removed: await pix.listRemoved({ ...WINDOW, by: 'receiver' }).then((page) => page.kind),
    absent: (await pix.find('0'.repeat(32))).kind,
    absentReturn: (await pix.findReturn({ endToEndId, id: 'D2' })).kind,
    callback: await pix.registerCallback('https://service.example/network/secret'),
  }
}

const ALL_WORK = {
  issue: 'issued',
  repeatedIssue: 'issued',
  find: 'found',
  code: true,
  received: 1,
  return: 'accepted',
  repeatedReturn: 'accepted',
  findReturn: 'found',
  remove: 'removed',
  removePaid: 'not_removable',
  removed: 'page',
  absent: 'absent',
  absentReturn: 'absent',
  callback: true,
}

const EACH = Array.from(PROFILES.values(), (profile) => [profile.name, profile] as const)

describe.each(EACH)('profile %s', (name, profile) => {
  test('every operation works in the dialect of the PSP', async () => {
    const { pix, network } = connect(profile, name)
    const pay = () => network.pay({ txid: TXID })[0]?.endToEndId ?? ''
    expect(await runAll(pix, pay)).toEqual(ALL_WORK)
  })

  test.each<[FaultMode, string]>([
    ['http_503', 'unavailable'],
    ['http_500', 'unknown'],
    ['drop', 'unknown'],
  ])('with the fault %s, an issuance is %s', async (mode, kind) => {
    const { pix, network } = connect(profile, name)
    network.setFault({ on: 'cob', mode, count: 1 })
    expect(await pix.issue(request)).toEqual({ kind })
    expect(network.cob(TXID).created).toBe(mode === 'drop' ? 1 : 0)
  })

  test('with a refused token request, nothing is created, and the outcome is unavailable', async () => {
    const { pix, network } = connect(profile, name, { clients: [{ id: 'other', secret: 'other' }] })
    expect(await pix.issue(request)).toEqual({ kind: 'unavailable' })
    expect(network.callTotals()['PUT cob']).toBeUndefined()
  })

  test('revoked tokens are replaced, and refusals have the reason that the PSP names', async () => {
    const { pix, network } = connect(profile, name)
    await pix.find(TXID)
    network.revokeTokens()
    const payer = { name: 'Maria Payer', document: '00000000000' }
    expect(await pix.issue({ ...request, payer })).toEqual({ kind: 'refused', code: 'risk_refused' })
  })
})

const DEVIATING = EACH.filter(([name]) => name !== 'standard' && name !== 'inter')

test.each([
  ...DEVIATING.filter(([name]) => name !== 'bradesco').map(([name]) => [name, 'standard'] as const),
  ['inter', 'bradesco'] as const,
  ['bradesco', 'inter'] as const,
])('the PSP %s refuses an operation of the profile %s', async (name, other) => {
  const wrong = PROFILES.get(other) ?? makeProfile({ name: 'none', title: 'None' })
  const { pix, network } = connect(wrong, name)
  const pay = () => network.pay({ txid: TXID })[0]?.endToEndId ?? ''
  expect(await runAll(pix, pay)).not.toEqual(ALL_WORK)
})

test('a ninth PSP works with a profile and a dialect that are only data', async () => {
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
