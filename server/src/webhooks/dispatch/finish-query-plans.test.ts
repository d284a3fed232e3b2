import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'
import { rowsRead, watchingPlans, type PlanNode } from '../../testing/suites/explain.ts'
import { answer } from '../../testing/far-end/receiver.ts'
import { Market } from '../../testing/makers/shops.ts'
import { claimDeliveries } from './claim-deliveries.ts'
import { finishDeliveries } from './finish-deliveries.ts'
import { sendDelivery } from './send-delivery.ts'

/** Deliveries that have come since the database last looked at its tables: it thinks there are next to none. */
const DELIVERIES = 20_000
const BATCH = 10
/** A step may meet each of a batch in several versions, and no more. */
const READ_MAX = BATCH * 10

let market: Market
beforeAll(async () => {
  market = await Market.start()
  const shop = await market.shop()
  const owner = new Client({ connectionString: market.world.database.ownerUrl })
  await owner.connect()
  await owner.query('analyze webhook_delivery')
  await owner.query('alter table webhook_delivery set (autovacuum_enabled = off)')
  await owner.query(
    `insert into webhook_delivery (id, merchant_id, endpoint_id, event_id, event_type, event_created_at, status,
       trigger, attempts, scheduled_attempts, created_at, finished_at)
     select gen_random_uuid(), $1, $2, 'evt_' || n, 'charge.paid', now(), 'succeeded', 'auto', 1, 1, now(), now()
     from generate_series(1, ${DELIVERIES}) n`,
    [shop.merchantId, shop.endpointId],
  )
  await owner.end()
})
afterAll(() => market.stop())

/** The attempts of a batch to a receiver that answers `status`, waiting to be recorded. */
async function made(status: number) {
  market.receiver.behave(answer(status))
  const { merchantId, endpointId } = await market.healthyShop()
  await sql(market.context(), 'update webhook_endpoint set max_in_flight = $2 where id = $1', [
    endpointId,
    BATCH,
  ])
  await market.events(merchantId, BATCH)
  const claimed = await claimDeliveries(market.context(), BATCH)
  expect(claimed).toHaveLength(BATCH)
  return Promise.all(claimed.map((delivery) => sendDelivery(market.context(), delivery)))
}

test('deliveries that fail are reached by their ids, however many there are', async () => {
  const plans: PlanNode[] = []
  expect(await finishDeliveries(watchingPlans(market.context(), plans), await made(500))).toBe(BATCH)
  expect(rowsRead(plans, 'webhook_delivery')).toBeGreaterThanOrEqual(BATCH)
  expect(rowsRead(plans, 'webhook_delivery')).toBeLessThanOrEqual(READ_MAX)
})

test('so are those that succeed', async () => {
  const attempts = await made(200)
  const plans: PlanNode[] = []
  const watching = watchingPlans(market.context(), plans)
  expect(await transaction(watching, (tx) => finishDeliveries(tx, attempts))).toBe(BATCH)
  expect(rowsRead(plans, 'webhook_delivery')).toBeGreaterThanOrEqual(BATCH)
  expect(rowsRead(plans, 'webhook_delivery')).toBeLessThanOrEqual(READ_MAX)
})
