import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { answer, type ReceivedCall } from '../../testing/far-end/receiver.ts'
import { Market, type Shop } from '../../testing/makers/shops.ts'
import { changeEndpoint } from './change-endpoint.ts'
import { deliverDue } from '../dispatch/deliver-due.ts'
import { ATTEMPTS_MAX } from '../dispatch/retry-schedule.ts'

let market: Market
beforeAll(async () => {
  market = await Market.start()
})
afterAll(() => market.stop())
beforeEach(() => market.clear())

const MINUTE_MS = 60_000

interface EventItem {
  id: string
  type: string
  data: Record<string, unknown>
}

const eventsOf = async ({ rest }: Pick<Shop, 'rest'>, type: string) =>
  (await rest.get<{ items: EventItem[] }>(`/v1/webhooks/events?type=${type}`)).body.items
const typeOf = ({ headers }: ReceivedCall) => String(headers['x-svc-event-type'])
const isAboutEndpoint = (call: ReceivedCall) => typeOf(call).startsWith('webhook_endpoint.')
/** The events about endpoints that a receiver was sent at a path. */
const sentTo = (path: string) => market.callsTo(path).filter(isAboutEndpoint).map(typeOf)
const deliver = () => deliverDue(market.context(), 64)
const pausedUntil = async (of: { endpointId: string }) =>
  (await market.endpointRow<{ paused_until: Date | null }>(of)).paused_until

/** The receiver fails at these paths, and succeeds at all others. */
function failAt(...paths: string[]): void {
  market.receiver.behave((call) => answer(paths.includes(call.path) ? 500 : 200)(call))
}

/** Delivers events and passes time until the endpoint is paused. */
async function untilPaused(shop: Shop, of: { endpointId: string } = shop): Promise<void> {
  await market.events(shop.merchantId, 14)
  for (let n = 0; n < 60 && (await pausedUntil(of)) === null; n++) {
    await deliver()
    market.world.clock.advance(7_000)
  }
  expect(await pausedUntil(of)).not.toBeNull()
  await deliver()
}

test('the first pause emits one event to the other endpoints; longer pauses emit none, and the paused endpoint gets none', async () => {
  const shop = await market.shop()
  const other = await market.endpoint(shop.merchantId)
  const unsubscribed = await market.endpoint(shop.merchantId, ['charge.paid'])
  failAt(shop.path)
  await untilPaused(shop)
  const [event] = await eventsOf(shop, 'webhook_endpoint.paused')
  expect(event?.data).toEqual({
    endpoint_id: shop.endpointId,
    reason: 'failing',
    consecutive_failures: expect.any(Number),
    failing_since: expect.stringMatching(/Z$/),
    paused_until: (await pausedUntil(shop))?.toISOString(),
    disabled_at: null,
  })
  expect(event?.data['consecutive_failures']).toBeGreaterThanOrEqual(10)
  for (let n = 0; n < 4; n++) {
    market.world.clock.advance(65 * MINUTE_MS)
    await deliver()
  }
  expect(sentTo(other.path)).toEqual(['webhook_endpoint.paused'])
  expect([...sentTo(shop.path), ...sentTo(unsubscribed.path)]).toEqual([])
  expect(await eventsOf(shop, 'webhook_endpoint.paused')).toHaveLength(1)
  const listed = (await market.deliveries(shop)).map(({ event_id: id }) => id)
  expect(listed).not.toContain(event?.id)
})

test('an endpoint that recovers and fails again emits a second event', async () => {
  const shop = await market.shop()
  const other = await market.endpoint(shop.merchantId)
  for (const times of [1, 2]) {
    failAt(shop.path)
    await untilPaused(shop)
    expect(await eventsOf(shop, 'webhook_endpoint.paused')).toHaveLength(times)
    failAt()
    market.world.clock.advance(10 * MINUTE_MS)
    for (let n = 0; n < 20; n++) await deliver()
    expect(await pausedUntil(shop)).toBeNull()
  }
  expect(sentTo(other.path)).toHaveLength(2)
})

test('an answer of 410 emits webhook_endpoint.disabled to the other endpoints, and no pause', async () => {
  const shop = await market.shop()
  const other = await market.endpoint(shop.merchantId)
  market.receiver.behave((call) => answer(call.path === shop.path ? 410 : 200)(call))
  await market.events(shop.merchantId, 3)
  await deliver()
  await deliver()
  const [event, ...more] = await eventsOf(shop, 'webhook_endpoint.disabled')
  expect([event?.data, more]).toEqual([
    {
      endpoint_id: shop.endpointId,
      reason: 'gone',
      consecutive_failures: expect.any(Number),
      failing_since: expect.stringMatching(/Z$/),
      paused_until: null,
      disabled_at: expect.stringMatching(/Z$/),
    },
    [],
  ])
  expect(sentTo(other.path)).toEqual(['webhook_endpoint.disabled'])
  expect(await eventsOf(shop, 'webhook_endpoint.paused')).toEqual([])
})

test('disabling or removing an endpoint by hand emits one event with the reason', async () => {
  const shop = await market.shop()
  const other = await market.endpoint(shop.merchantId)
  const patch = (enabled: boolean) =>
    changeEndpoint(market.context(), shop.merchantId, shop.endpointId, { enabled })
  const remove = () => shop.rest.delete(`/v1/webhooks/endpoints/${shop.endpointId}`)
  const reasons = async () =>
    (await eventsOf(shop, 'webhook_endpoint.disabled')).map(({ data }) => data['reason'])
  await patch(false)
  await patch(false)
  expect(await reasons()).toEqual(['manual'])
  await patch(true)
  market.world.clock.advance(1_000)
  await remove()
  await remove()
  expect(await reasons()).toEqual(['off', 'manual'])
  await deliver()
  await deliver()
  expect(sentTo(other.path)).toEqual(['webhook_endpoint.disabled', 'webhook_endpoint.disabled'])
  expect(sentTo(shop.path)).toEqual([])
})

test('a merchant without another endpoint reads the event in the list of events', async () => {
  const shop = await market.shop()
  failAt(shop.path)
  await untilPaused(shop)
  expect(await eventsOf(shop, 'webhook_endpoint.paused')).toMatchObject([
    { data: { endpoint_id: shop.endpointId }, deliveries: { succeeded: 0, pending: 0, failed: 0 } },
  ])
})

test('endpoints that are paused together emit one event each', async () => {
  const shop = await market.shop()
  const second = await market.endpoint(shop.merchantId)
  const healthy = await market.endpoint(shop.merchantId)
  failAt(shop.path, second.path)
  await untilPaused(shop)
  await untilPaused(shop, second)
  const events = await eventsOf(shop, 'webhook_endpoint.paused')
  expect(events.map(({ data }) => String(data['endpoint_id'])).toSorted()).toEqual(
    [shop.endpointId, second.endpointId].toSorted(),
  )
  expect(sentTo(healthy.path)).toHaveLength(2)
})

test('deliveries of events about endpoints fail without pausing their endpoint or emitting further events', async () => {
  const shop = await market.shop()
  const others = [await market.endpoint(shop.merchantId), await market.endpoint(shop.merchantId)]
  market.receiver.behave((call) => answer(call.path === shop.path || isAboutEndpoint(call) ? 500 : 200)(call))
  await untilPaused(shop)
  for (let n = 0; n < ATTEMPTS_MAX; n++) {
    market.world.clock.advance(30 * 60 * MINUTE_MS)
    for (let round = 0; round < 3; round++) await deliver()
  }
  for (const { endpointId, path } of others) {
    expect(sentTo(path).length).toBeGreaterThan(3)
    expect(await market.endpointRow({ endpointId })).toMatchObject({
      status: 'active',
      consecutive_failures: 0,
      pause_step: 0,
    })
  }
  expect(await eventsOf(shop, 'webhook_endpoint.paused')).toHaveLength(1)
})

test('a replay of events does not send an endpoint the events about itself', async () => {
  const shop = await market.shop()
  const other = await market.endpoint(shop.merchantId)
  const now = () => market.world.clock.now().getTime()
  for (const enabled of [false, true])
    await changeEndpoint(market.context(), shop.merchantId, shop.endpointId, { enabled })
  const fresh = await market.endpoint(shop.merchantId)
  const matched = async (endpointId: string) => {
    const { body } = await shop.rest.post<{ matched: number }>('/v1/webhooks/replays', {
      endpoint_id: endpointId,
      source: 'events',
      event_types: ['webhook_endpoint.disabled'],
      from: new Date(now() - MINUTE_MS).toISOString(),
      to: new Date(now() + MINUTE_MS).toISOString(),
      include_succeeded: true,
      dry_run: true,
    })
    return body.matched
  }
  await deliver()
  expect([await matched(shop.endpointId), await matched(other.endpointId)]).toEqual([0, 1])
  expect(await matched(fresh.endpointId)).toBe(1)
})
