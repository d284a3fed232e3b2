import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { plusMs } from '../../kernel/clock.ts'
import { sql } from '../../kernel/database/sql.ts'
import { anExpiredEvent, recordTestEvents } from '../../testing/fixtures/events.ts'
import { answer } from '../../testing/fakes/webhook-receiver.ts'
import { ReplayFixture } from '../../testing/fixtures/replay-fixture.ts'
import { WebhookFixture } from '../../testing/fixtures/webhook-fixture.ts'
import { REPLAY_PACE_MS } from './schedule-next.ts'
import { changeEndpoint } from '../endpoints/change-endpoint.ts'

let fixture: WebhookFixture
let replays: ReplayFixture
beforeAll(async () => {
  fixture = await WebhookFixture.start()
})
afterAll(() => fixture.stop())
beforeEach(async () => {
  replays = await ReplayFixture.open(fixture)
})

/**
 * Creates another endpoint of the merchant. Returns the endpoint and a function `start` that starts a replay of events
 * to it.
 */
async function newEndpoint(eventTypes: string[] = []) {
  const endpoint = await fixture.createEndpoint(replays.merchant.merchantId, eventTypes)
  const start = (more: object = {}) =>
    replays.start({ endpoint_id: endpoint.endpointId, source: 'events', ...more })
  const sentEventIds = () => fixture.callsTo(endpoint.path).map(({ headers }) => headers['x-svc-event-id'])
  return { ...endpoint, start, sentEventIds }
}

const listEvents = async (query: string) => {
  const path = `/v1/webhooks/events?type=balance.available&${query}`
  const { body } = await replays.merchant.rest.get<{ items: { id: string }[] }>(path)
  return body.items.map(({ id }) => id)
}

test('a replay of events sends the earlier events to a new endpoint, each once and oldest first', async () => {
  const ids = [
    ...(await fixture.recordEventsAt(replays.at(-2_000), replays.merchant.merchantId, 1)),
    ...(await fixture.recordEventsAt(replays.at(-1_000), replays.merchant.merchantId, 1)),
    ...(await fixture.recordEventsAt(replays.at(-500), replays.merchant.merchantId, 1)),
  ]
  const endpoint = await newEndpoint()
  expect((await endpoint.start({ dry_run: true })).body).toEqual({ matched: 3, exceeds_limit: false })
  expect(await fixture.deliveries(endpoint)).toEqual([])

  const { status, body } = await endpoint.start()
  expect([status, body]).toMatchObject([202, { source: 'events', status: 'running', matched: 3, queued: 3 }])
  expect((await fixture.deliveries(endpoint)).map((delivery) => delivery.status)).toEqual(
    Array(3).fill('skipped'),
  )
  await replays.advance(3)
  expect(await replays.read(body.id)).toMatchObject({
    source: 'events',
    status: 'completed',
    done: 3,
    failed: 0,
  })
  expect(endpoint.sentEventIds()).toEqual(ids)
  expect((await fixture.deliveries(endpoint)).map(({ attempts }) => attempts)).toEqual([1, 1, 1])
})

test('a repeated replay of events matches nothing, but with include_succeeded it sends the same deliveries', async () => {
  const ids = await fixture.recordEvents(replays.merchant.merchantId, 2)
  const endpoint = await newEndpoint()
  await endpoint.start()
  await replays.advance(2)
  expect((await endpoint.start()).body).toMatchObject({ status: 'completed', matched: 0 })

  const again = await endpoint.start({ include_succeeded: true })
  expect(again.body).toMatchObject({ matched: 2 })
  await replays.advance(2, 2 * REPLAY_PACE_MS)
  expect(await replays.read(again.body.id)).toMatchObject({ status: 'completed', done: 2 })
  expect(endpoint.sentEventIds().toSorted()).toEqual([...ids, ...ids].toSorted())
  expect(await fixture.deliveries(endpoint)).toHaveLength(2)
})

test('a replay of events sends failed and skipped deliveries, but no succeeded or pending deliveries', async () => {
  const failed = await replays.createEnded(1)
  const skipped = await replays.createEnded(1, 'skipped')
  await replays.createEnded(1, 'succeeded')
  await fixture.recordEvents(replays.merchant.merchantId, 1)
  const { body } = await replays.start({ source: 'events', dry_run: true })
  expect(body.matched).toBe(2)
  const started = await replays.start({ source: 'events' })
  const items = await sql<{ event_id: string }>(
    fixture.context(),
    `select d.event_id from webhook_replay_item i join webhook_delivery d on d.id = i.delivery_id
     where i.replay_id = $1 order by i.n`,
    [started.body.id],
  )
  expect(items.map((item) => item.event_id).toSorted()).toEqual([...failed, ...skipped].toSorted())
})

test('a replay without a source, or with the source `deliveries`, matches existing deliveries only', async () => {
  await fixture.recordEvents(replays.merchant.merchantId, 2)
  const { endpointId: endpoint_id } = await newEndpoint()
  for (const more of [{}, { source: 'deliveries' }]) {
    expect((await replays.start({ endpoint_id, dry_run: true, ...more })).body.matched).toBe(0)
    const { body } = await replays.start({ endpoint_id, ...more })
    expect(body).toMatchObject({ source: 'deliveries', matched: 0, status: 'completed' })
  }
})

test("a replay of events sends only types that are in event_types and in the endpoint's subscription", async () => {
  const { merchantId } = replays.merchant
  await fixture.recordEvents(merchantId, 2)
  const [expired] = await recordTestEvents(fixture.context(), merchantId, [
    anExpiredEvent('00000000-0000-4000-8000-000000000001'),
  ])
  const endpoint = await newEndpoint(['charge.expired', 'charge.paid'])
  const matchedOf = async (event_types: string[]) =>
    (await endpoint.start({ event_types, dry_run: true })).body.matched
  expect(await matchedOf([])).toBe(1)
  expect(await matchedOf(['charge.expired', 'balance.available'])).toBe(1)
  expect(await matchedOf(['charge.paid'])).toBe(0)
  expect(await matchedOf(['balance.available'])).toBe(0)
  await endpoint.start({ event_types: ['charge.expired', 'balance.available'] })
  await replays.advance(2)
  expect(endpoint.sentEventIds()).toEqual([expired])
})

test.each([
  ['a delivery status', { status: 'failed' }, 'status', 'not_allowed'],
  ['the type webhook.test', { event_types: ['webhook.test'] }, 'event_types.0', 'not_allowed'],
  ['an unknown source', { source: 'charges' }, 'source', 'not_allowed'],
])('a replay of events with %s is refused', async (_, more, path, code) => {
  for (const dry_run of [false, true]) {
    const refused = await replays.start({ source: 'events', ...more, dry_run })
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { error: { details: { fields: [{ path, code }] } } },
    ])
  }
})

test('a replay of more than 10,000 events is refused and adds no delivery', async () => {
  const stamp = replays.now()
  await sql(
    fixture.context(),
    `insert into webhook_event (id, merchant_id, environment, type, version, body, source_type, source_id, created_at)
     select 'evt_' || lpad(n::text, 26, '0'), $1, 'production', 'charge.paid', 'v1', '{}', 'charge', 'x', $2
     from generate_series(1, 10001) n`,
    [replays.merchant.merchantId, stamp],
  )
  const endpoint = await newEndpoint()
  expect((await endpoint.start({ dry_run: true })).body).toEqual({ matched: 10_000, exceeds_limit: true })
  expect(await endpoint.start()).toMatchObject({
    status: 422,
    body: { error: { details: { reason: 'webhook_replay_too_large' } } },
  })
  expect(await fixture.deliveries(endpoint)).toEqual([])
})

test('a replay of events excludes the events of other merchants, periods and environments', async () => {
  const other = await fixture.createMerchant()
  await fixture.recordEvents(other.merchantId, 1)
  await fixture.recordEventsAt(replays.at(-7_200_000), replays.merchant.merchantId, 1)
  const [sandboxed = ''] = await fixture.recordEvents(replays.merchant.merchantId, 1)
  await sql(
    fixture.context(),
    `insert into webhook_event (id, merchant_id, environment, type, version, body, source_type, source_id, created_at)
     select $2, merchant_id, 'sandbox', type, version, body, source_type, source_id, created_at
     from webhook_event where id = $1`,
    [sandboxed, `evt_${'Z'.repeat(26)}`],
  )
  const endpoint = await newEndpoint()
  expect((await endpoint.start()).body.matched).toBe(1)
})

test('of three concurrent replays only one starts, and each event has one delivery', async () => {
  await fixture.recordEvents(replays.merchant.merchantId, 50)
  const endpoint = await newEndpoint()
  const answers = await Promise.all([endpoint.start(), endpoint.start(), endpoint.start()])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409, 409])
  expect(answers.find(({ status }) => status === 202)?.body.matched).toBe(50)
  expect(await fixture.deliveries(endpoint)).toHaveLength(50)
})

test('an event without a delivery is listed as undelivered, and after its replay as delivered', async () => {
  const { merchantId, endpointId } = replays.merchant
  await replays.merchant.rest.delete(`/v1/webhooks/endpoints/${endpointId}`)
  const [id = ''] = await fixture.recordEvents(merchantId, 1)
  expect(await listEvents('delivered=false')).toEqual([id])
  const endpoint = await newEndpoint()
  await endpoint.start({ event_types: ['balance.available'] })
  expect(await listEvents('delivered=false')).toEqual([id])
  await replays.advance(1)
  expect([await listEvents('delivered=false'), await listEvents('delivered=true')]).toEqual([[], [id]])
})

test('deliveries that a stopped replay of events did not send stay skipped until the next replay', async () => {
  const { merchantId } = replays.merchant
  await fixture.recordEvents(merchantId, 3)
  const endpoint = await newEndpoint()
  const { body } = await endpoint.start()
  await replays.advance(1)
  await changeEndpoint(fixture.context(), merchantId, endpoint.endpointId, { enabled: false })
  await replays.advance(1, REPLAY_PACE_MS)
  expect(await replays.read(body.id)).toMatchObject({ status: 'stopped', done: 1, queued: 2 })
  expect(await endpoint.start()).toMatchObject({
    status: 409,
    body: { error: { details: { reason: 'webhook_endpoint_disabled' } } },
  })
  await changeEndpoint(fixture.context(), merchantId, endpoint.endpointId, { enabled: true })
  expect((await endpoint.start()).body.matched).toBe(2)
  await replays.advance(3, 2 * REPLAY_PACE_MS)
  expect(endpoint.sentEventIds()).toHaveLength(3)
})

test('an event whose replay failed is matched by a new replay with either source', async () => {
  await fixture.recordEvents(replays.merchant.merchantId, 1)
  const endpoint = await newEndpoint()
  fixture.receiver.behave(answer(500))
  const { body } = await endpoint.start()
  await replays.advance(1)
  expect(await replays.read(body.id)).toMatchObject({ status: 'completed', failed: 1 })
  for (const source of ['events', 'deliveries'])
    expect((await endpoint.start({ source, dry_run: true })).body.matched).toBe(1)
  expect((await endpoint.start({ from: plusMs(replays.now(), 60_000), dry_run: true })).body.matched).toBe(0)
})
