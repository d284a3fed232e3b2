import { afterAll, beforeAll, expect, test } from 'vitest'
import { plusMs } from '../../kernel/clock.ts'
import { sql } from '../../kernel/database/sql.ts'
import { Wake } from '../../kernel/jobs/wake.ts'
import { eventually } from '../../testing/eventually.ts'
import { refuseRows } from '../../testing/makers/failing-merchant.ts'
import { Market, type Shop } from '../../testing/makers/shops.ts'
import { claimDeliveries, LEASE_MS } from './claim-deliveries.ts'
import { reapDeliveries } from './reap-deliveries.ts'
import { runDeliveries } from './run-deliveries.ts'

let market: Market
beforeAll(async () => {
  market = await Market.start()
})
afterAll(() => market.stop())

const statusesOf = async (shop: Shop) => (await market.deliveries(shop)).map(({ status }) => status)

test('attempts that cannot be recorded for one merchant are recorded for the others', async () => {
  const [failing, healthy] = [await market.shop(), await market.shop()]
  const lift = await refuseRows(market.world, 'webhook_attempt', failing.merchantId)
  await market.events(failing.merchantId, 3)
  await market.events(healthy.merchantId, 3)
  const stopping = new AbortController()
  const done = runDeliveries(() => market.context(), stopping.signal, { wake: new Wake(), restMs: 50 })
  await eventually(async () => expect(await statusesOf(healthy)).toEqual(Array(3).fill('succeeded')))
  await market.events(healthy.merchantId, 2)
  await eventually(async () => expect(await statusesOf(healthy)).toEqual(Array(5).fill('succeeded')))
  stopping.abort()
  await done
  await lift()
  await market.clear()
})

test('deliveries whose engine died are taken back for the others when one merchant fails', async () => {
  const [failing, healthy] = [await market.shop(), await market.shop()]
  await market.events(failing.merchantId)
  await market.events(healthy.merchantId)
  const claimed = await claimDeliveries(market.context(), 10)
  expect([...claimed, ...(await claimDeliveries(market.context(), 10))]).toHaveLength(2)
  const lift = await refuseRows(market.world, 'webhook_attempt', failing.merchantId)
  const later = market.contextAt(plusMs(market.world.clock.now(), LEASE_MS + 1_000))
  expect(await reapDeliveries(later, 10)).toBe(1)
  expect([await statusesOf(failing), await statusesOf(healthy)]).toEqual([['sending'], ['pending']])
  await lift()
  const muchLater = market.contextAt(plusMs(market.world.clock.now(), LEASE_MS + 60_000))
  expect(await reapDeliveries(muchLater, 10)).toBe(1)
  expect(await statusesOf(failing)).toEqual(['pending'])
  await market.clear()
})

test('deliveries of closed endpoints end for the others when one merchant fails', async () => {
  const [failing, healthy] = [await market.shop(), await market.shop()]
  await market.events(failing.merchantId)
  await market.events(healthy.merchantId)
  await sql(
    market.context(),
    `update webhook_endpoint set status = 'off', disabled_reason = null where id = any($1::uuid[])`,
    [[failing.endpointId, healthy.endpointId]],
  )
  const lift = await refuseRows(market.world, 'webhook_delivery', failing.merchantId)
  expect(await reapDeliveries(market.context(), 10)).toBe(1)
  expect([await statusesOf(failing), await statusesOf(healthy)]).toEqual([['pending'], ['failed']])
  await lift()
})
