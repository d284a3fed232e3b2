import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { plusMs } from '../../kernel/clock.ts'
import { transaction, type Context } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'
import { eventually } from '../../testing/eventually.ts'
import { answer } from '../../testing/far-end/receiver.ts'
import { Market, type Shop } from '../../testing/makers/shops.ts'
import { claimRows } from './claim-deliveries.sql.ts'
import { claimDeliveries, LEASE_MS } from './claim-deliveries.ts'
import { MERCHANT_IN_FLIGHT_MAX } from '../endpoints/endpoint.entity.ts'
import { deliverDue } from './deliver-due.ts'
import { ENDPOINTS_ACTIVE_MAX } from '../endpoints/endpoint.entity.ts'
import { finishDeliveries } from './finish-deliveries.ts'
import { reapDeliveries } from './reap-deliveries.ts'
import { releaseDeliveries } from './release-deliveries.ts'
import { ATTEMPTS_MAX } from './retry-schedule.ts'
import { sendDelivery } from './send-delivery.ts'

let market: Market
beforeAll(async () => {
  market = await Market.start()
})
afterAll(() => market.stop())
beforeEach(() => market.clear())

const claim = (limit = 64) => claimDeliveries(market.context(), limit)
/** A claim that looks at so many endpoints and no more. */
const claimFrom = (ctx: Context, endpointsMax: number) => {
  const now = ctx.clock.now()
  return claimRows(ctx, {
    now,
    limit: 64,
    unhealthyLimit: 64,
    claimId: ctx.ids.uuid(now),
    leaseUntil: plusMs(now, LEASE_MS),
    merchantInFlightMax: MERCHANT_IN_FLIGHT_MAX,
    suspectFrom: 5,
    endpointsMax,
  })
}
const expectAClaimToWait = async () =>
  expect(
    await sql(
      market.context(),
      `select pid from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
    ),
  ).toHaveLength(1)
const attempts = ({ endpointId }: Shop) =>
  sql(
    market.context(),
    'select n, trigger, error_class from webhook_attempt where endpoint_id = $1 order by delivery_id, n',
    [endpointId],
  )

test('sockets are shared out in turn, however long the queue of one endpoint is', async () => {
  const [long, short, other] = [
    await market.healthyShop(),
    await market.healthyShop(),
    await market.healthyShop(),
  ]
  await market.events(long.merchantId, 50)
  await market.events(short.merchantId, 1)
  await market.events(other.merchantId, 1)
  const claimed = await claim(4)
  const places = claimed.map(({ endpoint_id }) => endpoint_id)
  expect(places.filter((id) => id === long.endpointId)).toHaveLength(2)
  expect(places).toEqual(expect.arrayContaining([short.endpointId, other.endpointId]))
  await finishDeliveries(
    market.context(),
    await Promise.all(claimed.map((one) => sendDelivery(market.context(), one))),
  )
})

test('a merchant with many endpoints does not take every socket', async () => {
  const shop = await market.healthyShop()
  for (let n = 0; n < 5; n++) await market.haveSucceeded([await market.endpoint(shop.merchantId)])
  const neighbour = await market.healthyShop()
  await market.events(shop.merchantId, 10)
  await market.events(neighbour.merchantId, 1)
  const claimed = await claim(64)
  const own = claimed.filter(({ merchant_id }) => merchant_id === shop.merchantId)
  expect(own).toHaveLength(MERCHANT_IN_FLIGHT_MAX)
  expect(claimed).toHaveLength(MERCHANT_IN_FLIGHT_MAX + 1)
  expect((await claim(64)).filter(({ merchant_id }) => merchant_id === shop.merchantId)).toEqual([])
  await finishDeliveries(
    market.context(),
    await Promise.all(claimed.map((one) => sendDelivery(market.context(), one))),
  )
})

test('two engines that claim for different endpoints of a merchant at once count each other', async () => {
  const shop = await market.healthyShop()
  for (let n = 1; n < ENDPOINTS_ACTIVE_MAX; n++) {
    await market.haveSucceeded([await market.endpoint(shop.merchantId)])
  }
  await market.events(shop.merchantId, 10)
  const [first, second] = await transaction(market.context(), async (tx) => {
    const claimed = await claimFrom(tx, 5)
    const others = claim()
    await Promise.race([others, eventually(expectAClaimToWait)])
    return [claimed, { others }] as const
  })
  expect(first).toHaveLength(MERCHANT_IN_FLIGHT_MAX)
  expect(await second.others).toEqual([])
})

test('endpoints that are full do not stand in the way of one that is not, however many they are', async () => {
  const full = await Promise.all(Array.from({ length: 40 }, () => market.shop()))
  const ids = full.map(({ endpointId }) => endpointId)
  await sql(market.context(), 'update webhook_endpoint set max_in_flight = 1 where id = any ($1::uuid[])', [
    ids,
  ])
  for (const { merchantId } of full) await market.events(merchantId, 2)
  // Two claims of the same millisecond would leave their lanes' order to chance.
  const claimLater = () => {
    market.world.clock.advance(1)
    return claim()
  }
  for (let n = 0; n < 3; n++) await claimLater()
  const late = await market.shop()
  await market.events(late.merchantId)
  const claimed = [...(await claimLater()), ...(await claimLater()), ...(await claimLater())]
  expect(claimed.map(({ endpoint_id }) => endpoint_id)).toEqual([late.endpointId])
})

test('an endpoint gets no more attempts a second than it allows', async () => {
  const shop = await market.healthyShop()
  await sql(
    market.context(),
    'update webhook_endpoint set rate_per_second = 5, rate_tokens = 5, max_in_flight = 16 where id = $1',
    [shop.endpointId],
  )
  await market.events(shop.merchantId, 20)
  const start = plusMs(market.world.clock.now(), 5_000)
  const deliverAt = (ms: number) => deliverDue(market.contextAt(plusMs(start, ms)), 64)
  expect(await deliverAt(0)).toBe(5)
  expect(await deliverAt(100)).toBe(0)
  expect(await deliverAt(500)).toBe(2)
  expect(await deliverAt(60_000)).toBe(5)
})

test('the oldest waiting delivery goes first', async () => {
  const shop = await market.shop()
  const first = await market.events(shop.merchantId, 1)
  market.world.clock.advance(1_000)
  await market.events(shop.merchantId, 10)
  expect((await claim(1)).map(({ event_id }) => event_id)).toEqual(first)
})

test('what was claimed by an engine that died goes out again, and its late result changes nothing', async () => {
  const shop = await market.shop()
  await market.events(shop.merchantId)
  const [held] = await claim()
  if (!held) throw new Error('nothing was claimed')
  const late = await sendDelivery(market.context(), held)
  expect(await claim()).toEqual([])

  market.world.clock.advance(LEASE_MS)
  expect(await reapDeliveries(market.context(), 100)).toBe(1)
  market.receiver.behave(answer(500))
  const [again] = await claim()
  expect(again).toMatchObject({ id: held.id, attempts: 2 })
  expect(await finishDeliveries(market.context(), [late])).toBe(0)
  const failure = { ...late.result, statusCode: 500, errorClass: 'http_5xx' as const }
  expect(await finishDeliveries(market.context(), [{ ...late, result: failure }])).toBe(0)
  expect(await market.deliveries(shop)).toMatchObject([{ status: 'sending', attempts: 2 }])
  expect(await attempts(shop)).toEqual([{ n: 1, trigger: 'auto', error_class: 'lease_lost' }])

  if (again) await finishDeliveries(market.context(), [await sendDelivery(market.context(), again)])
  expect(await market.deliveries(shop)).toMatchObject([{ status: 'pending', last_error: 'http_5xx' }])
  expect(await market.endpointRow(shop)).toMatchObject({ consecutive_failures: 1, last_success_at: null })
  expect(await attempts(shop)).toEqual([
    { n: 1, trigger: 'auto', error_class: 'lease_lost' },
    { n: 2, trigger: 'auto', error_class: 'http_5xx' },
  ])
})

test('what an engine gives back can be taken at once and has used up nothing; what it lost it cannot give back', async () => {
  const shop = await market.healthyShop()
  await market.events(shop.merchantId, 2)
  const held = await claim()
  await releaseDeliveries(market.context(), held)
  const waiting = { status: 'pending', attempts: 0 }
  expect(await market.deliveries(shop)).toMatchObject([waiting, waiting])
  const taken = { attempts: 1, scheduled_attempts: 1 }
  expect(await claim()).toMatchObject([taken, taken])
  await releaseDeliveries(market.context(), held)
  const sending = { status: 'sending', attempts: 1 }
  expect(await market.deliveries(shop)).toMatchObject([sending, sending])
})

test('a delivery whose engine dies each time is given up with its schedule', async () => {
  const shop = await market.shop()
  await market.events(shop.merchantId)
  for (let n = 0; n < ATTEMPTS_MAX; n++) {
    expect(await claim()).toHaveLength(1)
    market.world.clock.advance(LEASE_MS)
    await reapDeliveries(market.context(), 100)
  }
  expect(await market.deliveries(shop)).toMatchObject([
    { status: 'failed', attempts: ATTEMPTS_MAX, last_error: 'lease_lost' },
  ])
})

test('the whole schedule: eleven attempts of one event over some seventy hours, then it has failed', async () => {
  const shop = await market.shop()
  const [eventId] = await market.events(shop.merchantId)
  const startedAt = market.world.clock.now()
  market.receiver.behave(answer(500))
  for (;;) {
    expect(await deliverDue(market.context(), 64)).toBe(1)
    const [delivery] = await market.deliveries(shop)
    if (delivery?.status === 'failed') break
    const next = delivery?.next_attempt_at ?? startedAt
    expect(await deliverDue(market.contextAt(plusMs(next, -1)), 64)).toBe(0)
    market.world.clock.advance(next.getTime() - market.world.clock.now().getTime())
  }
  const calls = market.callsTo(shop.path)
  expect(calls).toHaveLength(ATTEMPTS_MAX)
  expect(new Set(calls.map(({ headers }) => headers['x-svc-event-id']))).toEqual(new Set([eventId]))
  expect(new Set(calls.map(({ body }) => body)).size).toBe(1)
  expect(new Set(calls.map(({ headers }) => headers['x-svc-signature'])).size).toBe(ATTEMPTS_MAX)
  const hours = (market.world.clock.now().getTime() - startedAt.getTime()) / 3_600_000
  expect(hours).toBeGreaterThan(56)
  expect(hours).toBeLessThan(85)
  expect(await market.deliveries(shop)).toMatchObject([
    { attempts: ATTEMPTS_MAX, last_error: 'http_5xx', next_attempt_at: null, finished_at: expect.any(Date) },
  ])
})

test.each([
  ['whose key is gone', `secret_key_id = 'lost'`],
  ['of another endpoint', `secret_box = (select secret_box from webhook_endpoint where id <> $1 limit 1)`],
])('a secret %s fails the delivery at once and is not held against the endpoint', async (_, change) => {
  const shop = await market.shop()
  await sql(market.context(), `update webhook_endpoint set ${change} where id = $1`, [shop.endpointId])
  await market.events(shop.merchantId)
  await deliverDue(market.context(), 64)
  expect(market.callsTo(shop.path)).toEqual([])
  expect(await market.deliveries(shop)).toMatchObject([{ status: 'failed', last_error: 'internal' }])
  expect(await market.endpointRow(shop)).toMatchObject({ consecutive_failures: 0, status: 'active' })
})
