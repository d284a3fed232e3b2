import { beforeAll, expect, test } from 'vitest'
import { plusMs, systemClock } from '../kernel/clock.ts'
import { startConsole } from '../testing/fixtures/start-console.ts'
import { RestClient } from '../testing/clients/rest-client.ts'

const REQUESTS = `query ($filter: RequestFilterInput) { requests(filter: $filter) {
  nodes { id route status code apiKeyName merchant { id } fields { path code } } totalCount } }`

const FAILURES = `query ($merchantId: Uuid, $from: DateTime!) {
  requestFailures(merchantId: $merchantId, from: $from) { codes { code count lastAt } count isPartial } }`

interface Answer {
  requests: { nodes: { id: string; merchant: { id: string } | null }[]; totalCount: number }
}

const idOf = ({ headers }: { headers: Headers }): string => headers.get('x-correlation-id') ?? ''

const { world, testConsole } = await startConsole()
const ids = { refused: '', other: '', anonymous: '' }
let otherMerchantId: string
beforeAll(async () => {
  ids.refused = idOf(await world.rest.get('/v1/pix/charges?limit=0'))
  const other = await world.anotherMerchant()
  otherMerchantId = other.merchantId
  ids.other = idOf(await other.rest.get('/v1/balance'))
  ids.anonymous = idOf(await new RestClient(world.baseUrl, undefined).get('/v1/balance'))
  await world.kit.requestLog.flush()
})

async function read(filter: object): Promise<Answer['requests']> {
  const support = await testConsole.signedIn('support')
  const { data } = await support.send<Answer>(REQUESTS, { filter })
  if (!data) throw new Error('the query was refused')
  return data.requests
}

test('staff see the calls of every merchant with the name of the key, and calls without a key', async () => {
  const { nodes, totalCount } = await read({})
  expect(nodes.map(({ id }) => id)).toEqual([ids.anonymous, ids.other, ids.refused].toSorted().toReversed())
  expect(totalCount).toBe(3)
  expect(nodes.find(({ id }) => id === ids.refused)).toEqual({
    id: ids.refused,
    route: '/v1/pix/charges',
    status: 422,
    code: 'validation_error',
    apiKeyName: 'api-key:tudo',
    merchant: { id: world.merchantId },
    fields: [{ path: 'limit', code: 'out_of_range' }],
  })
  expect(nodes.find(({ id }) => id === ids.anonymous)).toMatchObject({ apiKeyName: null, merchant: null })
})

test.each<[string, () => object, () => string]>([
  ['the merchant', () => ({ merchantId: otherMerchantId }), () => ids.other],
  ['the status', () => ({ status: 422 }), () => ids.refused],
  ['the code', () => ({ code: 'unauthorized' }), () => ids.anonymous],
  ['the route', () => ({ route: '/v1/pix/charges' }), () => ids.refused],
  ['the correlation id', () => ({ correlationId: ids.other }), () => ids.other],
])('staff find a call by %s', async (_, filter, found) => {
  expect((await read(filter())).nodes.map(({ id }) => id)).toEqual([found()])
})

async function readFailures(merchantId: string | null) {
  const support = await testConsole.signedIn('support')
  const variables = { merchantId, from: plusMs(systemClock.now(), -3_600_000).toISOString() }
  const { data } = await support.send<{ requestFailures: object }>(FAILURES, variables)
  return data?.requestFailures
}

const oneCall = (code: string) => ({ code, count: 1, lastAt: expect.any(String) })

test('staff can filter the list to failed calls, and a summary shows the number of failed calls for each error code', async () => {
  expect((await read({ failed: true })).nodes.map(({ id }) => id)).toEqual(
    [ids.anonymous, ids.refused].toSorted().toReversed(),
  )
  expect(await readFailures(null)).toEqual({
    codes: [oneCall('unauthorized'), oneCall('validation_error')],
    count: 2,
    isPartial: false,
  })
  expect(await readFailures(otherMerchantId)).toEqual({ codes: [], count: 0, isPartial: false })
})
