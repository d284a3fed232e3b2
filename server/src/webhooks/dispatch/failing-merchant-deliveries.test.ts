import { afterAll, beforeAll, expect, test } from 'vitest'
import { plusMs } from '../../kernel/clock.ts'
import { sql } from '../../kernel/database/sql.ts'
import { Wake } from '../../kernel/jobs/wake.ts'
import { eventually } from '../../testing/eventually.ts'
import { refuseRows } from '../../testing/suites/it-isolates-failing-merchant.ts'
import { WebhookFixture, type WebhookMerchant } from '../../testing/fixtures/webhook-fixture.ts'
import { claimDeliveries, LEASE_MS } from './claim-deliveries.ts'
import { reapDeliveries } from './reap-deliveries.ts'
import { runDeliveries } from './run-deliveries.ts'

let fixture: WebhookFixture
beforeAll(async () => {
  fixture = await WebhookFixture.start()
})
afterAll(() => fixture.stop())

const statusesOf = async (merchant: WebhookMerchant) =>
  (await fixture.deliveries(merchant)).map(({ status }) => status)

test('when recording the attempts of one merchant fails, the attempts of other merchants are recorded', async () => {
  const [failing, healthy] = [await fixture.createMerchant(), await fixture.createMerchant()]
  const lift = await refuseRows(fixture.world, 'webhook_attempt', failing.merchantId)
  await fixture.recordEvents(failing.merchantId, 3)
  await fixture.recordEvents(healthy.merchantId, 3)
  const stopping = new AbortController()
  const done = runDeliveries(() => fixture.context(), stopping.signal, {
    wake: new Wake(),
    pollIntervalMs: 50,
    jobStates: fixture.world.kit.jobStates,
  })
  await eventually(async () => expect(await statusesOf(healthy)).toEqual(Array(3).fill('succeeded')))
  await fixture.recordEvents(healthy.merchantId, 2)
  await eventually(async () => expect(await statusesOf(healthy)).toEqual(Array(5).fill('succeeded')))
  stopping.abort()
  await done
  await lift()
  await fixture.clear()
})

test('when reaping the expired leases of one merchant fails, the expired leases of other merchants are reaped', async () => {
  const [failing, healthy] = [await fixture.createMerchant(), await fixture.createMerchant()]
  await fixture.recordEvents(failing.merchantId)
  await fixture.recordEvents(healthy.merchantId)
  const claimed = await claimDeliveries(fixture.context(), 10)
  expect([...claimed, ...(await claimDeliveries(fixture.context(), 10))]).toHaveLength(2)
  const lift = await refuseRows(fixture.world, 'webhook_attempt', failing.merchantId)
  const later = fixture.contextAt(plusMs(fixture.world.clock.now(), LEASE_MS + 1_000))
  expect(await reapDeliveries(later, 10)).toBe(1)
  expect([await statusesOf(failing), await statusesOf(healthy)]).toEqual([['sending'], ['pending']])
  await lift()
  const muchLater = fixture.contextAt(plusMs(fixture.world.clock.now(), LEASE_MS + 60_000))
  expect(await reapDeliveries(muchLater, 10)).toBe(1)
  expect(await statusesOf(failing)).toEqual(['pending'])
  await fixture.clear()
})

test("an error in one merchant's deliveries does not stop the update of another merchant's deliveries", async () => {
  const [failing, healthy] = [await fixture.createMerchant(), await fixture.createMerchant()]
  await fixture.recordEvents(failing.merchantId)
  await fixture.recordEvents(healthy.merchantId)
  await sql(
    fixture.context(),
    `update webhook_endpoint set status = 'off', disabled_reason = null where id = any($1::uuid[])`,
    [[failing.endpointId, healthy.endpointId]],
  )
  const lift = await refuseRows(fixture.world, 'webhook_delivery', failing.merchantId)
  expect(await reapDeliveries(fixture.context(), 10)).toBe(1)
  expect([await statusesOf(failing), await statusesOf(healthy)]).toEqual([['pending'], ['failed']])
  await lift()
})
