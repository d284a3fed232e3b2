import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { plusMs } from '../../kernel/clock.ts'
import { sql } from '../../kernel/database/sql.ts'
import { logInto } from '../../testing/far-end/pix-far-end.ts'
import { answer } from '../../testing/far-end/receiver.ts'
import { Market, type Shop } from '../../testing/makers/shops.ts'
import { claimDeliveries, LEASE_MS } from '../dispatch/claim-deliveries.ts'
import { deliverDue } from '../dispatch/deliver-due.ts'
import { reapDeliveries } from '../dispatch/reap-deliveries.ts'
import { watchLag } from './watch-lag.ts'

let market: Market
let shop: Shop
beforeAll(async () => {
  market = await Market.start()
})
afterAll(() => market.stop())
beforeEach(async () => {
  await market.clear()
  shop = await market.shop()
})

/** Looks so long from now; answers how many endpoints are behind and the lines that were written. */
async function look(ms: number) {
  const lines: string[] = []
  const ctx = { ...market.contextAt(plusMs(market.world.clock.now(), ms)), log: logInto(lines) }
  return { behind: await watchLag(ctx), lines }
}

test('an alarm tells of deliveries that are due for more than half a minute, and not before', async () => {
  await market.events(shop.merchantId, 2)
  expect(await look(25_000)).toEqual({ behind: 0, lines: [] })
  const { behind, lines } = await look(35_000)
  expect(behind).toBe(1)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { alarm: 'webhook_lag', endpoints: 1, level: 50 },
  ])
})

test('an endpoint that pauses is its own fault, and no alarm', async () => {
  await market.events(shop.merchantId)
  const until = plusMs(market.world.clock.now(), 3_600_000)
  await sql(market.context(), 'update webhook_endpoint set paused_until = $2 where id = $1', [
    shop.endpointId,
    until,
  ])
  expect(await look(40_000)).toEqual({ behind: 0, lines: [] })
})

test('an address that is refused at connect, and an endpoint that is disabled, are alarms by name', async () => {
  const lines: string[] = []
  const ctx = { ...market.context(), log: logInto(lines) }
  const alarms = () => lines.map((line) => JSON.parse(line)).filter((line) => 'alarm' in line)
  await market.events(shop.merchantId)
  // The sender of the service itself may not reach the receiver of this test.
  await deliverDue({ ...ctx, sender: market.world.context().sender }, 64)
  expect(alarms()).toMatchObject([{ alarm: 'ssrf_blocked', endpoint_id: shop.endpointId, level: 50 }])
  expect(lines.join()).not.toContain('127.0.0.1')

  lines.length = 0
  market.receiver.behave(answer(410))
  await market.events(shop.merchantId)
  await deliverDue(ctx, 64)
  expect(alarms()).toMatchObject([
    { alarm: 'endpoint_disabled', endpoint_id: shop.endpointId, reason: 'gone', level: 50 },
  ])
})

test('what the service itself could not send, and an engine that died, are alarms by name', async () => {
  const lines: string[] = []
  const log = logInto(lines)
  await sql(market.context(), `update webhook_endpoint set secret_key_id = 'lost' where id = $1`, [
    shop.endpointId,
  ])
  await market.events(shop.merchantId)
  await deliverDue({ ...market.context(), log }, 64)

  const other = await market.shop()
  await market.events(other.merchantId)
  await claimDeliveries(market.context(), 64)
  const later = plusMs(market.world.clock.now(), LEASE_MS)
  await reapDeliveries({ ...market.contextAt(later), log }, 100)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { alarm: 'webhook_internal', delivery_id: expect.any(String), level: 50 },
    { alarm: 'lease_lost', deliveries: 1 },
  ])
})
