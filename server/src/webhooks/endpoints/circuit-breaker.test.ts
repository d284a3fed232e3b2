import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../kernel/database/sql.ts'
import { answer } from '../../testing/far-end/receiver.ts'
import { Market, type Shop } from '../../testing/makers/shops.ts'
import { deliverDue } from '../dispatch/deliver-due.ts'
import { reapDeliveries } from '../dispatch/reap-deliveries.ts'
import { replayDelivery } from '../deliveries/replay-delivery.ts'

let market: Market
beforeAll(async () => {
  market = await Market.start()
})
afterAll(() => market.stop())
beforeEach(() => market.clear())

const MINUTE = 60_000
const deliver = () => deliverDue(market.context(), 64)

interface Condition {
  status: string
  disabled_reason: string | null
  consecutive_failures: number
  failing_since: Date | null
  paused_until: Date | null
  half_open: boolean
  rate_limited_until: Date | null
  last_success_at: Date | null
}
const condition = (shop: Shop) => market.endpointRow<Condition>(shop)
const statuses = async (shop: Shop) => (await market.deliveries(shop)).map(({ status }) => status)

/** A shop whose receiver has failed until its endpoint was paused, with deliveries left. */
async function pausedShop(): Promise<Shop> {
  const shop = await market.shop()
  market.receiver.behave((call) => answer(call.path === shop.path ? 500 : 200)(call))
  await market.events(shop.merchantId, 14)
  for (let n = 0; n < 40 && (await condition(shop)).paused_until === null; n++) {
    await deliver()
    market.world.clock.advance(7_000)
  }
  return shop
}

test('an endpoint that keeps failing is paused; then a single delivery tries, and a success opens it again', async () => {
  const shop = await pausedShop()
  const paused = await condition(shop)
  expect(paused).toMatchObject({ status: 'active', half_open: true })
  expect(paused.consecutive_failures).toBeGreaterThanOrEqual(10)

  const sent = market.callsTo(shop.path).length
  await deliver()
  expect(market.callsTo(shop.path)).toHaveLength(sent)

  market.world.clock.advance(MINUTE)
  await deliver()
  await deliver()
  expect(market.callsTo(shop.path)).toHaveLength(sent + 1)
  const longer = await condition(shop)
  expect(longer.paused_until?.getTime()).toBeGreaterThan(market.world.clock.now().getTime() + 4.5 * MINUTE)

  market.receiver.behave(answer(200))
  market.world.clock.advance(5 * MINUTE)
  await deliver()
  expect(market.callsTo(shop.path)).toHaveLength(sent + 2)
  expect(await condition(shop)).toMatchObject({
    consecutive_failures: 0,
    failing_since: null,
    paused_until: null,
    half_open: false,
  })
  market.world.clock.advance(MINUTE)
  for (let n = 0; n < 10; n++) await deliver()
  market.world.clock.advance(10 * MINUTE)
  for (let n = 0; n < 10; n++) await deliver()
  expect(new Set(await statuses(shop))).toEqual(new Set(['succeeded']))
})

test('a replay by hand goes out during the pause, and its success ends the pause', async () => {
  const shop = await pausedShop()
  await market.events(shop.merchantId, 3)
  const delivery = (await market.deliveries(shop)).at(-1)
  const sent = market.callsTo(shop.path).length
  await replayDelivery(market.context(), shop.merchantId, delivery?.id ?? '')
  await deliver()
  expect(market.callsTo(shop.path)).toHaveLength(sent + 1)
  expect(market.callsTo(shop.path).at(-1)?.headers['x-svc-event-id']).toBe(delivery?.event_id)
  expect((await condition(shop)).paused_until).not.toBeNull()

  market.receiver.behave(answer(200))
  await replayDelivery(market.context(), shop.merchantId, delivery?.id ?? '')
  await deliver()
  expect(await condition(shop)).toMatchObject({ paused_until: null, consecutive_failures: 0 })
})

test('410 disables an endpoint: what waits has failed, what comes is skipped, and all of it can be replayed', async () => {
  const shop = await market.healthyShop()
  market.receiver.behave(answer(410))
  await market.events(shop.merchantId, 6)
  await deliver()
  expect(await condition(shop)).toMatchObject({ status: 'disabled', disabled_reason: 'gone' })
  await reapDeliveries(market.context(), 100)
  await market.events(shop.merchantId)
  expect(await statuses(shop)).toEqual([...Array(6).fill('failed'), 'skipped'])
  const reasons = (await market.deliveries(shop)).map(({ last_error }) => last_error)
  expect(reasons.filter((reason) => reason === 'endpoint_disabled')).toHaveLength(2)

  const [delivery] = await market.deliveries(shop)
  const early = await shop.rest.post(`/v1/webhooks/deliveries/${delivery?.id}/replay`)
  expect(early.status).toBe(409)
  expect(early.body.error.details).toEqual({ reason: 'webhook_endpoint_disabled', disabled_reason: 'gone' })

  market.receiver.behave(answer(200))
  const enabled = await shop.rest.send(
    'PATCH',
    `/v1/webhooks/endpoints/${shop.endpointId}`,
    { enabled: true },
    {},
  )
  expect(enabled).toMatchObject({ status: 200, body: { status: 'active', consecutive_failures: 0 } })
  for (const { id } of await market.deliveries(shop)) {
    await replayDelivery(market.context(), shop.merchantId, id)
  }
  for (let n = 0; n < 8; n++) await deliver()
  expect(new Set(await statuses(shop))).toEqual(new Set(['succeeded']))
})

test('an endpoint that is enabled again is first sent a single delivery', async () => {
  const shop = await market.shop()
  for (const enabled of [false, true]) {
    await shop.rest.send('PATCH', `/v1/webhooks/endpoints/${shop.endpointId}`, { enabled }, {})
  }
  await market.events(shop.merchantId, 5)
  expect(await deliver()).toBe(1)
  expect(await deliver()).toBe(4)
})

test('turning an endpoint off ends what waits, and what was being recorded just then', async () => {
  const shop = await market.shop()
  await market.events(shop.merchantId, 3)
  await shop.rest.delete(`/v1/webhooks/endpoints/${shop.endpointId}`)
  expect(await statuses(shop)).toEqual(['failed', 'failed', 'failed'])

  await sql(
    market.context(),
    `update webhook_delivery set status = 'pending', next_attempt_at = $2, finished_at = null where endpoint_id = $1`,
    [shop.endpointId, market.world.clock.now()],
  )
  expect(await deliver()).toBe(0)
  expect(await reapDeliveries(market.context(), 100)).toBe(3)
  expect(await market.deliveries(shop)).toMatchObject(
    Array.from({ length: 3 }, () => ({ status: 'failed', last_error: 'endpoint_off' })),
  )
})

test('429 closes the lane for as long as it asks, and is no failure of the endpoint', async () => {
  const shop = await market.healthyShop()
  market.receiver.behave(answer(429, { 'retry-after': '120' }))
  await market.events(shop.merchantId, 8)
  await deliver()
  expect(market.callsTo(shop.path)).toHaveLength(4)
  expect(await condition(shop)).toMatchObject({ consecutive_failures: 0, status: 'active' })

  market.receiver.behave(answer(200))
  market.world.clock.advance(60_000)
  expect(await deliver()).toBe(0)
  market.world.clock.advance(60_000)
  for (let n = 0; n < 4; n++) await deliver()
  expect(await statuses(shop)).toEqual(Array(8).fill('succeeded'))
})

test.each([
  [429, 0],
  [503, 1],
])('%i with Retry-After is tried again no earlier than it asks', async (status, failures) => {
  const shop = await market.healthyShop()
  market.world.clock.stop()
  market.receiver.behave(answer(status, { 'retry-after': '600' }))
  await market.events(shop.merchantId)
  await deliver()
  const [delivery] = await market.deliveries(shop)
  const waitMs = (delivery?.next_attempt_at?.getTime() ?? 0) - market.world.clock.now().getTime()
  expect(waitMs).toBeGreaterThanOrEqual(600_000)
  expect(await condition(shop)).toMatchObject({ consecutive_failures: failures })
})
