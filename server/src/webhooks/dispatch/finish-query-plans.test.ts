import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'
import { capturePlans, rowsFetched, rowsRead, type PlanNode } from '../../testing/suites/explain.ts'
import { answer } from '../../testing/fakes/webhook-receiver.ts'
import { WebhookFixture } from '../../testing/fixtures/webhook-fixture.ts'
import { claimDeliveries } from './claim-deliveries.ts'
import { finishDeliveries } from './finish-deliveries.ts'
import { sendDelivery } from './send-delivery.ts'

/**
 * The number of deliveries inserted after the last ANALYZE. The statistics are then stale: the planner believes that
 * the table has almost no rows.
 */
const DELIVERIES = 20_000
const BATCH = 10
/** The maximum number of row versions that a plan node may read: a small multiple of the deliveries in the batch. */
const READ_MAX = BATCH * 10

let fixture: WebhookFixture
beforeAll(async () => {
  fixture = await WebhookFixture.start()
  const merchant = await fixture.createMerchant()
  const owner = new Client({ connectionString: fixture.world.database.ownerUrl })
  await owner.connect()
  await owner.query('analyze webhook_delivery')
  await owner.query('alter table webhook_delivery set (autovacuum_enabled = off)')
  await owner.query(
    `insert into webhook_delivery (id, merchant_id, endpoint_id, event_id, event_type, event_created_at, status,
       trigger, attempts, scheduled_attempts, created_at, finished_at)
     select gen_random_uuid(), $1, $2, 'evt_' || n, 'charge.paid', now(), 'succeeded', 'auto', 1, 1, now(), now()
     from generate_series(1, ${DELIVERIES}) n`,
    [merchant.merchantId, merchant.endpointId],
  )
  await owner.end()
})
afterAll(() => fixture.stop())

/**
 * Attempts a batch of deliveries, to which the receiver responds with `status`. Returns the attempts without recording
 * them.
 */
async function attemptBatch(status: number) {
  fixture.receiver.behave(answer(status))
  const { merchantId, endpointId } = await fixture.createHealthyMerchant()
  await sql(fixture.context(), 'update webhook_endpoint set max_in_flight = $2 where id = $1', [
    endpointId,
    BATCH,
  ])
  await fixture.recordEvents(merchantId, BATCH)
  const claimed = await claimDeliveries(fixture.context(), BATCH)
  expect(claimed).toHaveLength(BATCH)
  return Promise.all(claimed.map((delivery) => sendDelivery(fixture.context(), delivery)))
}

test('recording failures reads few deliveries, even if the statistics are stale', async () => {
  const plans: PlanNode[] = []
  const attempts = await attemptBatch(500)
  expect(await finishDeliveries(capturePlans(fixture.context(), plans), attempts)).toBe(BATCH)
  expect(rowsRead(plans, 'webhook_delivery')).toBeGreaterThanOrEqual(BATCH)
  expect(rowsRead(plans, 'webhook_delivery')).toBeLessThanOrEqual(READ_MAX)
})

test('recording successes reads few deliveries, even if the statistics are stale', async () => {
  const attempts = await attemptBatch(200)
  await transaction(fixture.context(), async (tx) => {
    const before = await rowsFetched(tx, 'webhook_delivery%')
    expect(await finishDeliveries(tx, attempts)).toBe(BATCH)
    const read = (await rowsFetched(tx, 'webhook_delivery%')) - before
    expect(read).toBeGreaterThanOrEqual(BATCH)
    expect(read).toBeLessThanOrEqual(READ_MAX)
  })
})
