import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { plusMs } from '../kernel/clock.ts'
import { sql } from '../kernel/sql.ts'
import { logInto } from '../testing/pix-far-end.ts'
import { Market, type Shop } from '../testing/shops.ts'
import { LAG_MS_MAX, watchLag } from './watch-lag.ts'

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
  expect(await look(LAG_MS_MAX - 5_000)).toEqual({ behind: 0, lines: [] })
  const { behind, lines } = await look(LAG_MS_MAX + 5_000)
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
  expect(await look(LAG_MS_MAX + 5_000)).toEqual({ behind: 0, lines: [] })
})
