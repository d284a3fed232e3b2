import { afterAll, beforeEach, expect, test } from 'vitest'
import { aBalanceEvent, anExpiredEvent, recordTestEvents } from '../testing/fixtures/events.ts'
import { answer } from '../testing/fakes/webhook-receiver.ts'
import type { RestClient } from '../testing/clients/rest-client.ts'
import { WebhookFixture } from '../testing/fixtures/webhook-fixture.ts'
import { deliverDue } from '../testing/deliver-due.ts'
import { registerEndpoint } from './endpoints/register-endpoint.ts'
import { isSignedBy } from './sending/signature.ts'

const fixture = await WebhookFixture.start()
const { world, receiver } = fixture
afterAll(() => fixture.stop())
beforeEach(() => {
  receiver.calls.length = 0
  receiver.behave(answer(200))
})

const MS = expect.any(Number)
const CHARGE_ID = '019a0000-0000-7000-8000-000000000001'
const context = () => fixture.context()

interface List<T> {
  items: T[]
  next_cursor: string | null
}
interface EventItem {
  id: string
  type: string
  deliveries: { succeeded: number; pending: number; failed: number }
}
interface DeliveryItem {
  id: string
  event_id: string
  status: string
  attempts: number
  last_status_code: number | null
  last_error: string | null
  next_attempt_at: string | null
}

interface MerchantWithEndpoint {
  merchantId: string
  rest: RestClient
  endpointId: string
  secret: string
}

async function createMerchant(path = '/hook'): Promise<MerchantWithEndpoint> {
  const { merchantId, rest } = await world.anotherMerchant()
  const url = receiver.url(path)
  const { endpoint, secret } = await registerEndpoint(context(), merchantId, { url, eventTypes: [] })
  return { merchantId, rest, endpointId: endpoint.id, secret }
}

const events = (rest: RestClient, query = '') => rest.get<List<EventItem>>(`/v1/webhooks/events${query}`)
const deliveries = (rest: RestClient, query = '') =>
  rest.get<List<DeliveryItem>>(`/v1/webhooks/deliveries${query}`)

test('an event is listed with its data and the number of its deliveries by status', async () => {
  const { merchantId, rest } = await createMerchant()
  const [id] = await recordTestEvents(context(), merchantId, [anExpiredEvent(CHARGE_ID)])
  const wanted = {
    id,
    type: 'charge.expired',
    version: 'v1',
    environment: 'production',
    created_at: expect.stringMatching(/Z$/),
    data: anExpiredEvent(CHARGE_ID).data,
  }
  expect((await events(rest)).body.items).toEqual([
    { ...wanted, deliveries: { succeeded: 0, pending: 1, failed: 0 } },
  ])
  await deliverDue(context(), 64)
  const single = await rest.get(`/v1/webhooks/events/${id}`)
  expect(single.body).toEqual({ ...wanted, deliveries: { succeeded: 1, pending: 0, failed: 0 } })
})

test('events are filtered by type, by charge, by time, and by whether they were delivered', async () => {
  const { merchantId, rest } = await createMerchant()
  const [balance] = await recordTestEvents(context(), merchantId, [aBalanceEvent(merchantId)])
  await deliverDue(context(), 64)
  world.clock.advance(60_000)
  const between = world.clock.now().toISOString()
  const [expired] = await recordTestEvents(context(), merchantId, [anExpiredEvent(CHARGE_ID)])
  const found = async (query: string) => (await events(rest, query)).body.items.map(({ id }) => id)
  expect(await found('')).toEqual([expired, balance])
  expect(await found('?type=charge.expired')).toEqual([expired])
  expect(await found(`?charge_id=${CHARGE_ID}`)).toEqual([expired])
  expect(await found(`?created_from=${between}`)).toEqual([expired])
  expect(await found(`?created_to=${between}`)).toEqual([balance])
  expect(await found('?delivered=true')).toEqual([balance])
  expect(await found('?delivered=false')).toEqual([expired])
})

test.each([
  ['events', '?type=charge.sold', 'type', 'not_allowed'],
  ['events', '?charge_id=7', 'charge_id', 'format'],
  ['events', '?delivered=yes', 'delivered', 'not_allowed'],
  ['events', '?status=failed', 'status', 'unknown'],
  ['deliveries', '?status=lost', 'status', 'not_allowed'],
  ['deliveries', '?endpoint_id=7', 'endpoint_id', 'format'],
  ['deliveries', '?event_id=7', 'event_id', 'format'],
  ['deliveries', '?limit=201', 'limit', 'out_of_range'],
])('the list of %s refuses the query %s', async (list, query, path, code) => {
  const refused = await world.rest.get(`/v1/webhooks/${list}${query}`)
  expect(refused.status).toBe(422)
  expect(refused.body.error.details.fields).toEqual([{ path, code, message: expect.any(String) }])
})

test.each(['events', 'deliveries'])(
  'pages of %s have neither gaps nor repetitions, even when rows are added meanwhile',
  async (list) => {
    const { merchantId, rest } = await createMerchant()
    const many = Array.from({ length: 5 }, () => aBalanceEvent(merchantId))
    await recordTestEvents(context(), merchantId, many)
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const at: string = cursor === null ? '' : `&cursor=${cursor}`
      const { body } = await rest.get<List<{ id: string }>>(`/v1/webhooks/${list}?limit=2${at}`)
      if (seen.length === 0) await recordTestEvents(context(), merchantId, many)
      seen.push(...body.items.map(({ id }) => id))
      cursor = body.next_cursor
    } while (cursor !== null)
    expect(seen).toHaveLength(5)
    expect(new Set(seen).size).toBe(5)
  },
)

test('an altered cursor is refused, and so is a cursor of a list with other filters', async () => {
  const { merchantId, rest } = await createMerchant()
  await recordTestEvents(context(), merchantId, [aBalanceEvent(merchantId), aBalanceEvent(merchantId)])
  const { body } = await deliveries(rest, '?limit=1')
  const cursor = body.next_cursor ?? ''
  const other = await rest.get(`/v1/webhooks/deliveries?status=pending&cursor=${cursor}`)
  expect(other.status).toBe(422)
  expect(other.body.error.details.reason).toBe('cursor_filter_mismatch')
  const altered = await rest.get(`/v1/webhooks/deliveries?cursor=x${cursor}`)
  expect(altered.body.error.details.reason).toBe('invalid_cursor')
})

test('a single delivery contains its attempts with the responses of the receiver', async () => {
  const { merchantId, rest, endpointId } = await createMerchant('/log')
  receiver.behave(answer(500, {}, 'no disk'))
  const [eventId] = await recordTestEvents(context(), merchantId, [aBalanceEvent(merchantId)])
  await deliverDue(context(), 64)
  const [item] = (await deliveries(rest, `?endpoint_id=${endpointId}&event_id=${eventId}`)).body.items
  expect(item).toEqual({
    id: expect.any(String),
    event_id: eventId,
    event_type: 'balance.available',
    endpoint_id: endpointId,
    status: 'pending',
    attempts: 1,
    last_status_code: 500,
    last_error: 'http_5xx',
    next_attempt_at: expect.any(String),
    created_at: expect.any(String),
    finished_at: null,
  })
  const single = await rest.get(`/v1/webhooks/deliveries/${item?.id}`)
  const common = { n: 1, trigger: 'auto', started_at: expect.any(String), duration_ms: MS }
  expect(single.body).toEqual({
    ...item,
    attempts: [
      {
        ...common,
        timings: { dns_ms: null, connect_ms: MS, tls_ms: MS, first_byte_ms: MS },
        status_code: 500,
        error: 'http_5xx',
        remote_address: '127.0.0.1',
        response_headers: { date: expect.any(String) },
        response_body: 'no disk',
        response_truncated: false,
      },
    ],
  })
})

test('a replay sends the same event immediately with a new signature, and does not count in the retry schedule', async () => {
  const { merchantId, rest, secret } = await createMerchant('/again')
  receiver.behave(answer(500))
  await recordTestEvents(context(), merchantId, [aBalanceEvent(merchantId)])
  await deliverDue(context(), 64)
  const [waiting] = (await deliveries(rest)).body.items
  const replayed = await rest.post<DeliveryItem>(`/v1/webhooks/deliveries/${waiting?.id}/replay`)
  expect(replayed).toMatchObject({ status: 202, body: { id: waiting?.id, status: 'pending' } })

  world.clock.advance(2_000)
  await deliverDue(context(), 64)
  const [after] = (await deliveries(rest)).body.items
  expect(after).toMatchObject({ status: 'pending', attempts: 2, next_attempt_at: waiting?.next_attempt_at })

  receiver.behave(answer(200))
  await rest.post(`/v1/webhooks/deliveries/${waiting?.id}/replay`)
  await deliverDue(context(), 64)
  expect((await deliveries(rest)).body.items[0]).toMatchObject({ status: 'succeeded', attempts: 3 })

  const [first, second] = receiver.calls.filter((call) => call.path === '/again')
  expect(second?.headers['x-svc-event-id']).toBe(first?.headers['x-svc-event-id'])
  expect(second?.body).toBe(first?.body)
  expect(second?.headers['x-svc-signature']).not.toBe(first?.headers['x-svc-signature'])
  const signature = String(second?.headers['x-svc-signature'])
  expect(isSignedBy(secret, signature, second?.body ?? '', world.clock.now())).toBe(true)
})

test('a succeeded delivery stays succeeded when its replay fails', async () => {
  const { merchantId, rest } = await createMerchant('/stays')
  await recordTestEvents(context(), merchantId, [aBalanceEvent(merchantId)])
  await deliverDue(context(), 64)
  const [done] = (await deliveries(rest)).body.items
  receiver.behave(answer(500))
  await rest.post(`/v1/webhooks/deliveries/${done?.id}/replay`)
  await deliverDue(context(), 64)
  expect((await deliveries(rest)).body.items[0]).toMatchObject({ status: 'succeeded', attempts: 2 })
})

test("another merchant's event or delivery, an unknown id and a malformed id are not found", async () => {
  const { merchantId } = await createMerchant()
  const [eventId] = await recordTestEvents(context(), merchantId, [aBalanceEvent(merchantId)])
  const { rest } = await world.anotherMerchant()
  for (const id of [eventId, 'evt_01JD0000000000000000000000', 'evt_1', 'x']) {
    const unknown = await rest.get(`/v1/webhooks/events/${id}`)
    expect(unknown).toMatchObject({
      status: 404,
      body: { error: { details: { reason: 'webhook_event_not_found' } } },
    })
  }
  for (const id of ['019a0000-0000-7000-8000-000000000000', 'x']) {
    for (const unknown of [
      await rest.get(`/v1/webhooks/deliveries/${id}`),
      await rest.post(`/v1/webhooks/deliveries/${id}/replay`),
    ]) {
      expect(unknown.status).toBe(404)
      expect(unknown.body.error.details).toEqual({ reason: 'webhook_delivery_not_found' })
    }
  }
})
