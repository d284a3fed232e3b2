import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../kernel/database/sql.ts'
import { answer } from '../../testing/fakes/webhook-receiver.ts'
import { WebhookFixture, type WebhookMerchant } from '../../testing/fixtures/webhook-fixture.ts'
import { deliverDue } from '../../testing/deliver-due.ts'
import { reapDeliveries } from '../dispatch/reap-deliveries.ts'
import { replayDelivery } from '../deliveries/replay-delivery.ts'

let fixture: WebhookFixture
beforeAll(async () => {
  fixture = await WebhookFixture.start()
})
afterAll(() => fixture.stop())
beforeEach(() => fixture.clear())

const MINUTE = 60_000
const deliver = () => deliverDue(fixture.context(), 64)

interface Condition {
  status: string
  disabled_reason: string | null
  consecutive_failures: number
  failing_since: Date | null
  paused_until: Date | null
  half_open: boolean
  rate_limited_until: Date | null
  last_success_at: Date | null
}
const condition = (merchant: WebhookMerchant) => fixture.endpointRow<Condition>(merchant)
const statuses = async (merchant: WebhookMerchant) =>
  (await fixture.deliveries(merchant)).map(({ status }) => status)

/** Creates a merchant whose endpoint has been paused after failures and has pending deliveries. */
async function createPausedMerchant(): Promise<WebhookMerchant> {
  const merchant = await fixture.createMerchant()
  fixture.receiver.behave((call) => answer(call.path === merchant.path ? 500 : 200)(call))
  await fixture.recordEvents(merchant.merchantId, 14)
  for (let n = 0; n < 40 && (await condition(merchant)).paused_until === null; n++) {
    await deliver()
    fixture.world.clock.advance(7_000)
  }
  return merchant
}

test('a failing endpoint is paused, gets one delivery as a probe after each pause, and resumes after a success', async () => {
  const merchant = await createPausedMerchant()
  const paused = await condition(merchant)
  expect(paused).toMatchObject({ status: 'active', half_open: true })
  expect(paused.consecutive_failures).toBeGreaterThanOrEqual(10)

  const sent = fixture.callsTo(merchant.path).length
  await deliver()
  expect(fixture.callsTo(merchant.path)).toHaveLength(sent)

  fixture.world.clock.advance(MINUTE)
  await deliver()
  await deliver()
  expect(fixture.callsTo(merchant.path)).toHaveLength(sent + 1)
  const longer = await condition(merchant)
  expect(longer.paused_until?.getTime()).toBeGreaterThan(fixture.world.clock.now().getTime() + 4.5 * MINUTE)

  fixture.receiver.behave(answer(200))
  fixture.world.clock.advance(5 * MINUTE)
  await deliver()
  expect(fixture.callsTo(merchant.path)).toHaveLength(sent + 2)
  expect(await condition(merchant)).toMatchObject({
    consecutive_failures: 0,
    failing_since: null,
    paused_until: null,
    half_open: false,
  })
  fixture.world.clock.advance(MINUTE)
  for (let n = 0; n < 10; n++) await deliver()
  fixture.world.clock.advance(10 * MINUTE)
  for (let n = 0; n < 10; n++) await deliver()
  expect(new Set(await statuses(merchant))).toEqual(new Set(['succeeded']))
})

test('a manual replay is sent during a pause, and a successful replay ends the pause', async () => {
  const merchant = await createPausedMerchant()
  await fixture.recordEvents(merchant.merchantId, 3)
  const delivery = (await fixture.deliveries(merchant)).at(-1)
  const sent = fixture.callsTo(merchant.path).length
  await replayDelivery(fixture.context(), merchant.merchantId, delivery?.id ?? '')
  await deliver()
  expect(fixture.callsTo(merchant.path)).toHaveLength(sent + 1)
  expect(fixture.callsTo(merchant.path).at(-1)?.headers['x-svc-event-id']).toBe(delivery?.event_id)
  expect((await condition(merchant)).paused_until).not.toBeNull()

  fixture.receiver.behave(answer(200))
  await replayDelivery(fixture.context(), merchant.merchantId, delivery?.id ?? '')
  await deliver()
  expect(await condition(merchant)).toMatchObject({ paused_until: null, consecutive_failures: 0 })
})

test('410 disables an endpoint: pending deliveries fail, new deliveries are skipped, and all can be replayed', async () => {
  const merchant = await fixture.createHealthyMerchant()
  fixture.receiver.behave(answer(410))
  await fixture.recordEvents(merchant.merchantId, 6)
  await deliver()
  expect(await condition(merchant)).toMatchObject({ status: 'disabled', disabled_reason: 'gone' })
  await reapDeliveries(fixture.context(), 100)
  await fixture.recordEvents(merchant.merchantId)
  expect(await statuses(merchant)).toEqual([...Array(6).fill('failed'), 'skipped'])
  const reasons = (await fixture.deliveries(merchant)).map(({ last_error }) => last_error)
  expect(reasons.filter((reason) => reason === 'endpoint_disabled')).toHaveLength(2)

  const [delivery] = await fixture.deliveries(merchant)
  const early = await merchant.rest.post(`/v1/webhooks/deliveries/${delivery?.id}/replay`)
  expect(early.status).toBe(409)
  expect(early.body.error.details).toEqual({ reason: 'webhook_endpoint_disabled', disabled_reason: 'gone' })

  fixture.receiver.behave(answer(200))
  const enabled = await merchant.rest.send(
    'PATCH',
    `/v1/webhooks/endpoints/${merchant.endpointId}`,
    { enabled: true },
    {},
  )
  expect(enabled).toMatchObject({ status: 200, body: { status: 'active', consecutive_failures: 0 } })
  for (const { id } of await fixture.deliveries(merchant)) {
    await replayDelivery(fixture.context(), merchant.merchantId, id)
  }
  for (let n = 0; n < 8; n++) await deliver()
  expect(new Set(await statuses(merchant))).toEqual(new Set(['succeeded']))
})

test('an endpoint that is enabled again first gets a single delivery', async () => {
  const merchant = await fixture.createMerchant()
  for (const enabled of [false, true]) {
    await merchant.rest.send('PATCH', `/v1/webhooks/endpoints/${merchant.endpointId}`, { enabled }, {})
  }
  await fixture.recordEvents(merchant.merchantId, 5)
  expect(await deliver()).toBe(1)
  expect(await deliver()).toBe(4)
})

test('turning an endpoint off fails its pending deliveries, and reapDeliveries fails pending deliveries that were recorded concurrently', async () => {
  const merchant = await fixture.createMerchant()
  await fixture.recordEvents(merchant.merchantId, 3)
  await merchant.rest.delete(`/v1/webhooks/endpoints/${merchant.endpointId}`)
  expect(await statuses(merchant)).toEqual(['failed', 'failed', 'failed'])

  await sql(
    fixture.context(),
    `update webhook_delivery set status = 'pending', next_attempt_at = $2, finished_at = null where endpoint_id = $1`,
    [merchant.endpointId, fixture.world.clock.now()],
  )
  expect(await deliver()).toBe(0)
  expect(await reapDeliveries(fixture.context(), 100)).toBe(3)
  expect(await fixture.deliveries(merchant)).toMatchObject(
    Array.from({ length: 3 }, () => ({ status: 'failed', last_error: 'endpoint_off' })),
  )
})

test('429 suspends sending for Retry-After and does not count as a failure of the endpoint', async () => {
  const merchant = await fixture.createHealthyMerchant()
  fixture.receiver.behave(answer(429, { 'retry-after': '120' }))
  await fixture.recordEvents(merchant.merchantId, 8)
  await deliver()
  expect(fixture.callsTo(merchant.path)).toHaveLength(4)
  expect(await condition(merchant)).toMatchObject({ consecutive_failures: 0, status: 'active' })

  fixture.receiver.behave(answer(200))
  fixture.world.clock.advance(60_000)
  expect(await deliver()).toBe(0)
  fixture.world.clock.advance(60_000)
  for (let n = 0; n < 4; n++) await deliver()
  expect(await statuses(merchant)).toEqual(Array(8).fill('succeeded'))
})

test.each([
  [429, 0],
  [503, 1],
])(
  'a delivery that gets the status %i with Retry-After is not retried before the time in Retry-After',
  async (status, failures) => {
    const merchant = await fixture.createHealthyMerchant()
    fixture.world.clock.stop()
    fixture.receiver.behave(answer(status, { 'retry-after': '600' }))
    await fixture.recordEvents(merchant.merchantId)
    await deliver()
    const [delivery] = await fixture.deliveries(merchant)
    const waitMs = (delivery?.next_attempt_at?.getTime() ?? 0) - fixture.world.clock.now().getTime()
    expect(waitMs).toBeGreaterThanOrEqual(600_000)
    expect(await condition(merchant)).toMatchObject({ consecutive_failures: failures })
  },
)
