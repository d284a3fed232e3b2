import { afterAll, beforeAll, expect, test } from 'vitest'
import { plusMs } from '../kernel/clock.ts'
import { ROUTES } from '../routes.ts'
import { aDispute } from '../testing/fixtures/disputes.ts'
import { settleEverything } from '../testing/fixtures/ledger.ts'
import { aPaidCharge, anIdempotencyKey, type ChargeJson } from '../testing/fixtures/charges.ts'
import { aPdf } from '../testing/fixtures/files.ts'
import { pay } from '../testing/fixtures/payout-lines.ts'
import type { RestClient } from '../testing/clients/rest-client.ts'
import { World } from '../testing/world.ts'
import { registerEndpoint } from '../webhooks/endpoints/register-endpoint.ts'

/** The routes that a key of the production environment may call. */
const LIVE = ROUTES.filter((route) => !route.isTestOnly)

const HIGH_RATES = { readRate: 100_000, writeRate: 100_000, searchRate: 100_000 }

const bodyFor = (method: string, path: string): object | undefined => {
  if (path.endsWith('/evidence')) return { text: 'Entregue em 20/11.' }
  if (method === 'post' && path.endsWith('/files')) return aPdf()
  return method === 'patch' ? { enabled: false } : undefined
}

/**
 * The lists that are not empty for a new merchant. The request log contains the calls that the merchant makes in this
 * test.
 */
const OWN_ITEMS = ['/v1/requests']

let world: World
let owner: RestClient
let stranger: RestClient
let charge: ChargeJson
/** The id of an object of `owner`, for each kind of object. */
const ids = { charge: '', endpoint: '', event: '', delivery: '', replay: '', payout: '', dispute: '' }

beforeAll(async () => {
  world = await World.start()
  const merchant = await world.anotherMerchant(HIGH_RATES)
  owner = merchant.rest
  stranger = (await world.anotherMerchant(HIGH_RATES)).rest
  const { endpoint } = await registerEndpoint(world.context(), merchant.merchantId, {
    url: 'https://loja.example/avisos',
    eventTypes: [],
  })
  charge = await aPaidCharge({
    rest: owner,
    network: world.network,
    settleInbox: () => world.settleInbox(),
  })
  await settleEverything(world)
  ids.payout = await pay(world, merchant.merchantId, 1n)
  const disputed = { context: (actor?: string) => world.context(actor), merchantId: merchant.merchantId }
  ids.dispute = (await aDispute(disputed, charge)).caseId
  const first = async (path: string) =>
    (await owner.get<{ items: { id: string }[] }>(path)).body.items[0]?.id ?? ''
  ids.charge = charge.id
  ids.endpoint = endpoint.id
  ids.event = await first('/v1/webhooks/events')
  ids.delivery = await first('/v1/webhooks/deliveries')
  const from = plusMs(world.clock.now(), -3_600_000).toISOString()
  const to = plusMs(world.clock.now(), 3_600_000).toISOString()
  const replay = { endpoint_id: endpoint.id, from, to }
  ids.replay = (await owner.post<{ id: string }>('/v1/webhooks/replays', replay)).body.id
})
afterAll(() => world.stop())

function idFor(path: string): string {
  if (path.startsWith('/v1/pix/charges')) return ids.charge
  if (path.startsWith('/v1/disputes')) return ids.dispute
  if (path.startsWith('/v1/webhooks/endpoints')) return ids.endpoint
  if (path.startsWith('/v1/webhooks/events')) return ids.event
  if (path.startsWith('/v1/webhooks/replays')) return ids.replay
  if (path.startsWith('/v1/payouts')) return ids.payout
  return ids.delivery
}

const named = LIVE.filter((route) => route.path.includes(':id'))

test.each(named.map((route) => [route.method.toUpperCase(), route.path, route.method] as const))(
  "%s %s: the id of another merchant's object gets the same 404 as an unknown id",
  async (verb, path, method) => {
    const body = bodyFor(method, path)
    const type = body instanceof Buffer ? { 'content-type': 'application/pdf' } : {}
    const headers = { 'idempotency-key': anIdempotencyKey(), ...type }
    const ask = (rest: RestClient, id: string) =>
      rest.send<{ error?: { code: string; details: object } }>(verb, path.replace(':id', id), body, headers)
    const theirs = await ask(stranger, idFor(path))
    expect([theirs.status, theirs.body.error?.code]).toEqual([404, 'not_found'])
    for (const id of [
      '0190c5a0-0000-7000-8000-000000000000',
      'nothing',
      '%00',
      '%ff',
      '..%2f',
      `${idFor(path)}%20`,
    ]) {
      const unknown = await ask(stranger, id)
      expect([id, unknown.status, unknown.body.error?.details]).toEqual([id, 404, theirs.body.error?.details])
    }
  },
)

test('no list or search of a merchant contains data of another merchant', async () => {
  const words = [
    charge.order_reference,
    charge.id,
    charge.pix?.txid,
    charge.end_to_end_id,
    '12345678909',
    'maria',
  ]
  const queries = [
    ...words.map((word) => `/v1/pix/charges?q=${encodeURIComponent(word ?? '')}`),
    `/v1/pix/charges?order_reference=${charge.order_reference}`,
    `/v1/disputes?charge_id=${charge.id}`,
    `/v1/webhooks/events?charge_id=${charge.id}`,
    `/v1/webhooks/deliveries?endpoint_id=${ids.endpoint}`,
    `/v1/webhooks/deliveries?event_id=${ids.event}`,
    ...LIVE.filter((route) => route.method === 'get' && !route.path.includes(':')).map((route) => route.path),
  ]
  const mine = words.filter((word) => word !== undefined && word !== null)
  for (const path of queries) {
    const own = await owner.get<{ items?: object[] }>(path)
    const { status, body } = await stranger.get<{ items?: object[] }>(path)
    expect([path, own.status, status]).toEqual([path, 200, 200])
    expect([path, OWN_ITEMS.includes(path) ? [] : (body.items ?? [])]).toEqual([path, []])
    expect(mine.filter((word) => JSON.stringify(body).includes(word))).toEqual([])
  }
  const found = await owner.get<{ items: object[] }>(`/v1/pix/charges?q=${charge.end_to_end_id}`)
  expect(found.body.items).toHaveLength(1)
})
