import { afterAll, beforeAll, expect, test } from 'vitest'
import { plusMs } from '../kernel/clock.ts'
import { Market, type Shop } from '../testing/shops.ts'
import { deliverDue } from './deliver-due.ts'
import { listWindows } from './endpoint-windows.ts'
import { classifyStatus } from './send-error.ts'
import type { SendResult } from './sender.ts'

const HOUR_MS = 3_600_000

let market: Market
beforeAll(async () => {
  market = await Market.start()
})
afterAll(() => market.stop())

const answered = (statusCode: number, total: number): SendResult => ({
  statusCode,
  errorClass: classifyStatus(statusCode),
  errorDetail: null,
  remoteIp: null,
  timings: { total },
  responseHeaders: {},
  responseBody: Buffer.alloc(0),
  responseTruncated: false,
})

/** Sends one event to the shop, recorded on its own; its receiver answers with the status after so many milliseconds. */
async function attempt(shop: Shop, ms: number, { status = 200, hoursAgo = 0 } = {}): Promise<void> {
  const at = market.contextAt(plusMs(market.world.clock.now(), -hoursAgo * HOUR_MS))
  const sender = { ...market.sender, post: () => Promise.resolve(answered(status, ms)) }
  await market.eventsAt(at, shop.merchantId)
  expect(await deliverDue({ ...at, sender }, 64)).toBe(1)
}

test('how an endpoint did adds up what was recorded apart, within its time; the times are of its successes', async () => {
  const shop = await market.shop()
  await attempt(shop, 25, { hoursAgo: 200 })
  await attempt(shop, 25, { hoursAgo: 165 })
  for (let n = 0; n < 5; n++) await attempt(shop, 25)
  for (let n = 0; n < 5; n++) await attempt(shop, 150)
  await attempt(shop, 4_999, { status: 500 })
  await attempt(shop, 4_999, { status: 500 })
  const did = { endpointId: shop.endpointId, failed: 2, p50Ms: 25, p95Ms: 200 }
  expect(await listWindows(market.context(), [shop.endpointId])).toEqual([
    { ...did, hours: 2, succeeded: 10 },
    { ...did, hours: 24, succeeded: 10 },
    { ...did, hours: 168, succeeded: 11 },
  ])
})
