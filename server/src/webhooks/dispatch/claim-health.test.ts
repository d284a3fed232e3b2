import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../kernel/database/sql.ts'
import { answer } from '../../testing/fakes/webhook-receiver.ts'
import { WebhookFixture, type WebhookMerchant } from '../../testing/fixtures/webhook-fixture.ts'
import type { ClaimedDelivery } from './claim-deliveries.sql.ts'
import { claimDeliveries } from './claim-deliveries.ts'
import { deliverDue } from '../../testing/deliver-due.ts'
import { finishDeliveries } from './finish-deliveries.ts'
import { replayDelivery } from '../deliveries/replay-delivery.ts'
import { sendDelivery } from './send-delivery.ts'
import { Sockets } from './sockets.ts'

const SOCKETS = 64

let fixture: WebhookFixture
beforeAll(async () => {
  fixture = await WebhookFixture.start()
})
afterAll(() => fixture.stop())
beforeEach(() => fixture.clear())

const claim = (unhealthyLimit = SOCKETS) => claimDeliveries(fixture.context(), SOCKETS, unhealthyLimit)
const endpointsOf = (claimed: readonly ClaimedDelivery[]) => claimed.map(({ endpoint_id }) => endpoint_id)

/**
 * Makes one attempt to each endpoint, to which the receiver responds with `status`. Afterwards no delivery is pending.
 */
async function attemptOne(merchants: readonly WebhookMerchant[], status: number): Promise<void> {
  fixture.receiver.behave(answer(status))
  for (const { merchantId } of merchants) await fixture.recordEvents(merchantId)
  await deliverDue(fixture.context(), SOCKETS)
  await fixture.clear()
}

async function addMerchants(count: number): Promise<WebhookMerchant[]> {
  const added: WebhookMerchant[] = []
  while (added.length < count) added.push(await fixture.createMerchant())
  return added
}

test('an endpoint gets one delivery at a time until its first success, then up to its in-flight limit', async () => {
  const merchant = await fixture.createMerchant()
  await fixture.recordEvents(merchant.merchantId, 6)
  const first = await claim()
  expect(first).toHaveLength(1)
  expect(await claim()).toEqual([])
  const attempts = await Promise.all(first.map((one) => sendDelivery(fixture.context(), one)))
  await finishDeliveries(fixture.context(), attempts)
  expect(await claim()).toHaveLength(4)
})

test('an endpoint that failed five times in a row gets one delivery at a time', async () => {
  const merchant = await fixture.createHealthyMerchant()
  const failed = (times: number) =>
    sql(
      fixture.context(),
      'update webhook_endpoint set consecutive_failures = $2, failing_since = $3 where id = $1',
      [merchant.endpointId, times, fixture.world.clock.now()],
    )
  await fixture.recordEvents(merchant.merchantId, 6)
  await failed(5)
  expect([await claim(), await claim()]).toMatchObject([[{ endpoint_id: merchant.endpointId }], []])
  await failed(4)
  expect(await claim()).toHaveLength(3)
})

test('the limit for unhealthy endpoints does not apply to healthy endpoints', async () => {
  const failing = await addMerchants(3)
  const [healthy] = await addMerchants(1)
  await attemptOne(failing, 500)
  if (healthy) await attemptOne([healthy], 200)
  for (const { merchantId } of [...failing, ...(healthy ? [healthy] : [])]) {
    await fixture.recordEvents(merchantId, 3)
  }
  const claimed = await claim(2)
  expect(claimed.filter((delivery) => delivery.healthy)).toHaveLength(3)
  expect(new Set(endpointsOf(claimed.filter((delivery) => !delivery.healthy))).size).toBe(2)
  expect(await claim(0)).toEqual([])
})

test('many unhealthy endpoints with older deliveries do not delay a healthy endpoint', async () => {
  const failing = await addMerchants(40)
  await sql(
    fixture.context(),
    `update webhook_endpoint set consecutive_failures = 1, failing_since = created_at, last_failure_at = created_at
     where id = any ($1::uuid[])`,
    [failing.map(({ endpointId }) => endpointId)],
  )
  for (const { merchantId } of failing) await fixture.recordEvents(merchantId)
  const healthy = await fixture.createHealthyMerchant()
  await fixture.recordEvents(healthy.merchantId)
  const claimed = await claim(1)
  expect(claimed).toHaveLength(2)
  expect(endpointsOf(claimed)).toContain(healthy.endpointId)
})

test('an endpoint without any attempt is served before the other unhealthy endpoints', async () => {
  const failing = await addMerchants(3)
  await attemptOne(failing, 500)
  const [fresh] = await addMerchants(1)
  for (const { merchantId } of failing) await fixture.recordEvents(merchantId, 3)
  await fixture.recordEvents(fresh?.merchantId ?? '', 3)
  expect(endpointsOf(await claim(1))).toEqual([fresh?.endpointId])
})

test.each([
  ['a failure', 500],
  ['a 429', 429],
])('an endpoint is unhealthy after %s and healthy again after its next success', async (_, status) => {
  const merchant = await fixture.createHealthyMerchant()
  await attemptOne([merchant], status)
  await sql(fixture.context(), 'update webhook_endpoint set rate_limited_until = null where id = $1', [
    merchant.endpointId,
  ])
  await fixture.recordEvents(merchant.merchantId, 2)
  expect(await claim(0)).toEqual([])
  fixture.world.clock.advance(1_000)
  await attemptOne([merchant], 200)
  await fixture.recordEvents(merchant.merchantId, 4)
  expect(await claim(0)).toHaveLength(4)
})

test('an endpoint is unhealthy after a manual replay failed', async () => {
  const merchant = await fixture.createMerchant()
  await attemptOne([merchant], 200)
  const [delivery] = await fixture.deliveries(merchant)
  fixture.world.clock.advance(1_000)
  fixture.receiver.behave(answer(500))
  await replayDelivery(fixture.context(), merchant.merchantId, delivery?.id ?? '')
  expect(await deliverDue(fixture.context(), SOCKETS)).toBe(1)
  await fixture.recordEvents(merchant.merchantId)
  expect(await claim(0)).toEqual([])
})

test('after a failure all sockets of an endpoint count as unhealthy, and after a success as healthy', async () => {
  const [failing, other] = [await fixture.createHealthyMerchant(), await fixture.createHealthyMerchant()]
  for (const { merchantId } of [failing, other]) await fixture.recordEvents(merchantId, 4)
  const sockets = new Sockets()
  const claimed = await claim()
  for (const delivery of claimed) sockets.add(delivery, Promise.resolve())
  expect(sockets).toMatchObject({ freeCount: 56, freeForUnhealthyCount: 32 })

  const [first] = claimed.filter(({ endpoint_id }) => endpoint_id === failing.endpointId)
  if (!first) throw new Error('expected a claimed delivery of the failing endpoint, got none')
  const succeeded = await sendDelivery(fixture.context(), first)
  const failed = { ...succeeded, result: { ...succeeded.result, errorClass: 'timeout' as const } }
  sockets.observe(failed)
  expect(sockets.freeForUnhealthyCount).toBe(28)
  sockets.observe(succeeded)
  expect(sockets.freeForUnhealthyCount).toBe(32)
  sockets.observe({ ...failed, result: { ...failed.result, errorClass: 'internal' } })
  expect(sockets.freeForUnhealthyCount).toBe(32)
  sockets.release(first)
  expect(sockets).toMatchObject({ freeCount: 57 })
  expect(sockets.deliveries).toHaveLength(7)
})
