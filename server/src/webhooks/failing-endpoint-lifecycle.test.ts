import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../kernel/database/sql.ts'
import { answer } from '../testing/far-end/receiver.ts'
import { Market, type Shop } from '../testing/makers/shops.ts'
import { advanceReplays, REPLAY_PACE_MS } from './replays/advance-replays.ts'
import { deliverDue } from './dispatch/deliver-due.ts'
import {
  DISABLE_AFTER_FAILURES,
  DISABLE_AFTER_MS,
  PAUSE_AFTER_FAILURES,
  PAUSES_MS,
} from './endpoints/endpoint-condition.ts'
import { reapDeliveries } from './dispatch/reap-deliveries.ts'
import { ATTEMPTS_MAX, RETRY_DELAYS_MS } from './dispatch/retry-schedule.ts'

const MINUTE = 60_000

let market: Market
beforeAll(async () => {
  market = await Market.start()
  market.world.clock.stop()
})
afterAll(() => market.stop())

interface Condition {
  status: string
  disabled_reason: string | null
  consecutive_failures: number
  failing_since: Date
  paused_until: Date
}

const now = () => market.world.clock.now().getTime()
const passTo = (at: number) => market.world.clock.advance(at - now())
const deliver = () => deliverDue(market.context(), 64)
const condition = (shop: Shop) => market.endpointRow<Condition>(shop)
const statuses = async (shop: Shop) => (await market.deliveries(shop)).map(({ status }) => status)

/** Fails the first event's attempts until its endpoint is about to be paused; each comes in its time and no earlier. */
async function failOnSchedule(shop: Shop): Promise<void> {
  for (let n = 1; n < PAUSE_AFTER_FAILURES; n++) {
    expect(await deliver()).toBe(1)
    const [delivery] = await market.deliveries(shop)
    const waitMs = (delivery?.next_attempt_at?.getTime() ?? 0) - now()
    const meanMs = RETRY_DELAYS_MS[n - 1] ?? 0
    expect(waitMs).toBeGreaterThanOrEqual(0.8 * meanMs)
    expect(waitMs).toBeLessThanOrEqual(1.2 * meanMs)
    expect(await deliver()).toBe(0)
    passTo(now() + waitMs)
  }
}

/** One probe: of all that waits a single delivery is sent, and its failure pauses the endpoint for so long. */
async function failProbe(shop: Shop, pauseMs: number): Promise<void> {
  expect([await deliver(), await deliver()]).toEqual([1, 0])
  const pausedMs = (await condition(shop)).paused_until.getTime() - now()
  expect(pausedMs).toBe(pauseMs)
}

const passPause = async (shop: Shop) => passTo((await condition(shop)).paused_until.getTime())

test('an endpoint fails for five days: schedule, pauses, probes, disabled; enabled again it is sent all it missed', async () => {
  const shop = await market.shop()
  const beganAt = now()
  market.receiver.behave(answer(500))
  const [first] = await market.events(shop.merchantId)
  await failOnSchedule(shop)

  const ladder = [...PAUSES_MS, PAUSES_MS[3], PAUSES_MS[3]]
  for (const pauseMs of ladder) {
    await failProbe(shop, pauseMs)
    await passPause(shop)
    await market.events(shop.merchantId, 2)
  }
  while ((await condition(shop)).consecutive_failures < DISABLE_AFTER_FAILURES) {
    await failProbe(shop, PAUSES_MS[3])
    await passPause(shop)
  }
  const { failing_since: since, status } = await condition(shop)
  expect([status, since.getTime()]).toEqual(['active', beganAt])

  passTo(since.getTime() + DISABLE_AFTER_MS)
  const [last] = await market.events(shop.merchantId)
  expect(await deliver()).toBe(1)
  expect(await condition(shop)).toMatchObject({ status: 'disabled', disabled_reason: 'failing' })
  await reapDeliveries(market.context(), 100)
  const [missed] = await market.events(shop.merchantId)
  expect(new Set(await statuses(shop))).toEqual(new Set(['failed', 'skipped']))
  expect(await deliver()).toBe(0)

  const kept = await market.deliveries(shop)
  expect(kept.map(({ event_id }) => event_id)).toEqual(expect.arrayContaining([first, last, missed]))
  expect(Math.max(...kept.map(({ attempts }) => attempts))).toBeLessThanOrEqual(ATTEMPTS_MAX)
  const tried = market.callsTo(shop.path).length
  const [logged] = await sql<{ n: bigint }>(
    market.context(),
    'select count(*) as n from webhook_attempt where endpoint_id = $1',
    [shop.endpointId],
  )
  expect(logged?.n).toBe(BigInt(tried))

  market.receiver.behave(answer(200))
  const path = `/v1/webhooks/endpoints/${shop.endpointId}`
  expect(await shop.rest.send('PATCH', path, { enabled: true }, {})).toMatchObject({ status: 200 })
  await market.events(shop.merchantId, 3)
  expect([await deliver(), await deliver()]).toEqual([1, 2])

  const filter = {
    endpoint_id: shop.endpointId,
    from: new Date(beganAt - MINUTE).toISOString(),
    to: new Date(now() + MINUTE).toISOString(),
  }
  const replay = await shop.rest.post<{ matched: number }>('/v1/webhooks/replays', filter)
  expect(replay).toMatchObject({ status: 202, body: { matched: kept.length } })
  for (let n = 0; n < kept.length; n++) {
    await advanceReplays(market.context(), 100)
    await deliver()
    passTo(now() + REPLAY_PACE_MS)
  }
  expect(new Set(await statuses(shop))).toEqual(new Set(['succeeded']))
  const got = market.callsTo(shop.path).slice(tried)
  expect(got.map(({ headers }) => headers['x-svc-event-id'])).toEqual(
    expect.arrayContaining(kept.map(({ event_id }) => event_id)),
  )
})
