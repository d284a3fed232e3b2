import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { answer, type ReceivedCall } from '../../testing/fakes/webhook-receiver.ts'
import { WebhookFixture, type WebhookMerchant } from '../../testing/fixtures/webhook-fixture.ts'
import { changeEndpoint } from './change-endpoint.ts'
import { deliverDue } from '../../testing/deliver-due.ts'
import { ATTEMPTS_MAX } from '../dispatch/retry-schedule.ts'

let fixture: WebhookFixture
beforeAll(async () => {
  fixture = await WebhookFixture.start()
})
afterAll(() => fixture.stop())
beforeEach(() => fixture.clear())

const MINUTE_MS = 60_000

interface EventItem {
  id: string
  type: string
  data: Record<string, unknown>
}

const eventsOf = async ({ rest }: Pick<WebhookMerchant, 'rest'>, type: string) =>
  (await rest.get<{ items: EventItem[] }>(`/v1/webhooks/events?type=${type}`)).body.items
const typeOf = ({ headers }: ReceivedCall) => String(headers['x-svc-event-type'])
const isAboutEndpoint = (call: ReceivedCall) => typeOf(call).startsWith('webhook_endpoint.')
/** Returns the types of the events about endpoints that the receiver got at `path`. */
const sentTo = (path: string) => fixture.callsTo(path).filter(isAboutEndpoint).map(typeOf)
const deliver = () => deliverDue(fixture.context(), 64)
const pausedUntil = async (of: { endpointId: string }) =>
  (await fixture.endpointRow<{ paused_until: Date | null }>(of)).paused_until

/** Makes the receiver respond with 500 at these paths, and with 200 at all others. */
function failAt(...paths: string[]): void {
  fixture.receiver.behave((call) => answer(paths.includes(call.path) ? 500 : 200)(call))
}

/** Records events and delivers them until the endpoint of `of` is paused. */
async function failUntilPaused(
  merchant: WebhookMerchant,
  of: { endpointId: string } = merchant,
): Promise<void> {
  await fixture.recordEvents(merchant.merchantId, 14)
  for (let n = 0; n < 60 && (await pausedUntil(of)) === null; n++) {
    await deliver()
    fixture.world.clock.advance(7_000)
  }
  expect(await pausedUntil(of)).not.toBeNull()
  await deliver()
}

test("only the first pause of an endpoint emits an event, which the merchant's other endpoints receive", async () => {
  const merchant = await fixture.createMerchant()
  const other = await fixture.createEndpoint(merchant.merchantId)
  const unsubscribed = await fixture.createEndpoint(merchant.merchantId, ['charge.paid'])
  failAt(merchant.path)
  await failUntilPaused(merchant)
  const [event] = await eventsOf(merchant, 'webhook_endpoint.paused')
  expect(event?.data).toEqual({
    endpoint_id: merchant.endpointId,
    reason: 'failing',
    consecutive_failures: expect.any(Number),
    failing_since: expect.stringMatching(/Z$/),
    paused_until: (await pausedUntil(merchant))?.toISOString(),
    disabled_at: null,
  })
  expect(event?.data['consecutive_failures']).toBeGreaterThanOrEqual(10)
  for (let n = 0; n < 4; n++) {
    fixture.world.clock.advance(65 * MINUTE_MS)
    await deliver()
  }
  expect(sentTo(other.path)).toEqual(['webhook_endpoint.paused'])
  expect([...sentTo(merchant.path), ...sentTo(unsubscribed.path)]).toEqual([])
  expect(await eventsOf(merchant, 'webhook_endpoint.paused')).toHaveLength(1)
  const listed = (await fixture.deliveries(merchant)).map(({ event_id: id }) => id)
  expect(listed).not.toContain(event?.id)
})

test('an endpoint that recovers and fails again emits a second webhook_endpoint.paused', async () => {
  const merchant = await fixture.createMerchant()
  const other = await fixture.createEndpoint(merchant.merchantId)
  for (const times of [1, 2]) {
    failAt(merchant.path)
    await failUntilPaused(merchant)
    expect(await eventsOf(merchant, 'webhook_endpoint.paused')).toHaveLength(times)
    failAt()
    fixture.world.clock.advance(10 * MINUTE_MS)
    for (let n = 0; n < 20; n++) await deliver()
    expect(await pausedUntil(merchant)).toBeNull()
  }
  expect(sentTo(other.path)).toHaveLength(2)
})

test('status 410 emits webhook_endpoint.disabled, but no webhook_endpoint.paused, to the other endpoints', async () => {
  const merchant = await fixture.createMerchant()
  const other = await fixture.createEndpoint(merchant.merchantId)
  fixture.receiver.behave((call) => answer(call.path === merchant.path ? 410 : 200)(call))
  await fixture.recordEvents(merchant.merchantId, 3)
  await deliver()
  await deliver()
  const [event, ...more] = await eventsOf(merchant, 'webhook_endpoint.disabled')
  expect([event?.data, more]).toEqual([
    {
      endpoint_id: merchant.endpointId,
      reason: 'gone',
      consecutive_failures: expect.any(Number),
      failing_since: expect.stringMatching(/Z$/),
      paused_until: null,
      disabled_at: expect.stringMatching(/Z$/),
    },
    [],
  ])
  expect(sentTo(other.path)).toEqual(['webhook_endpoint.disabled'])
  expect(await eventsOf(merchant, 'webhook_endpoint.paused')).toEqual([])
})

test('disabling or removing an endpoint through the API emits one event that contains the reason', async () => {
  const merchant = await fixture.createMerchant()
  const other = await fixture.createEndpoint(merchant.merchantId)
  const patch = (enabled: boolean) =>
    changeEndpoint(fixture.context(), merchant.merchantId, merchant.endpointId, { enabled })
  const remove = () => merchant.rest.delete(`/v1/webhooks/endpoints/${merchant.endpointId}`)
  const reasons = async () =>
    (await eventsOf(merchant, 'webhook_endpoint.disabled')).map(({ data }) => data['reason'])
  await patch(false)
  await patch(false)
  expect(await reasons()).toEqual(['manual'])
  await patch(true)
  fixture.world.clock.advance(1_000)
  await remove()
  await remove()
  expect(await reasons()).toEqual(['off', 'manual'])
  await deliver()
  await deliver()
  expect(sentTo(other.path)).toEqual(['webhook_endpoint.disabled', 'webhook_endpoint.disabled'])
  expect(sentTo(merchant.path)).toEqual([])
})

test('the list of events shows the pause of an endpoint to a merchant without another endpoint', async () => {
  const merchant = await fixture.createMerchant()
  failAt(merchant.path)
  await failUntilPaused(merchant)
  expect(await eventsOf(merchant, 'webhook_endpoint.paused')).toMatchObject([
    { data: { endpoint_id: merchant.endpointId }, deliveries: { succeeded: 0, pending: 0, failed: 0 } },
  ])
})

test('two endpoints that are paused at the same time emit one event each', async () => {
  const merchant = await fixture.createMerchant()
  const second = await fixture.createEndpoint(merchant.merchantId)
  const healthy = await fixture.createEndpoint(merchant.merchantId)
  failAt(merchant.path, second.path)
  await failUntilPaused(merchant)
  await failUntilPaused(merchant, second)
  const events = await eventsOf(merchant, 'webhook_endpoint.paused')
  expect(events.map(({ data }) => String(data['endpoint_id'])).toSorted()).toEqual(
    [merchant.endpointId, second.endpointId].toSorted(),
  )
  expect(sentTo(healthy.path)).toHaveLength(2)
})

test('a failed delivery of an event about an endpoint neither pauses the receiving endpoint nor emits an event', async () => {
  const merchant = await fixture.createMerchant()
  const others = [
    await fixture.createEndpoint(merchant.merchantId),
    await fixture.createEndpoint(merchant.merchantId),
  ]
  fixture.receiver.behave((call) =>
    answer(call.path === merchant.path || isAboutEndpoint(call) ? 500 : 200)(call),
  )
  await failUntilPaused(merchant)
  for (let n = 0; n < ATTEMPTS_MAX; n++) {
    fixture.world.clock.advance(30 * 60 * MINUTE_MS)
    for (let round = 0; round < 3; round++) await deliver()
  }
  for (const { endpointId, path } of others) {
    expect(sentTo(path).length).toBeGreaterThan(3)
    expect(await fixture.endpointRow({ endpointId })).toMatchObject({
      status: 'active',
      consecutive_failures: 0,
      pause_step: 0,
    })
  }
  expect(await eventsOf(merchant, 'webhook_endpoint.paused')).toHaveLength(1)
})

test('a replay of events to an endpoint excludes the events about that endpoint', async () => {
  const merchant = await fixture.createMerchant()
  const other = await fixture.createEndpoint(merchant.merchantId)
  const now = () => fixture.world.clock.now().getTime()
  for (const enabled of [false, true])
    await changeEndpoint(fixture.context(), merchant.merchantId, merchant.endpointId, { enabled })
  const fresh = await fixture.createEndpoint(merchant.merchantId)
  const matched = async (endpointId: string) => {
    const { body } = await merchant.rest.post<{ matched: number }>('/v1/webhooks/replays', {
      endpoint_id: endpointId,
      source: 'events',
      event_types: ['webhook_endpoint.disabled'],
      from: new Date(now() - MINUTE_MS).toISOString(),
      to: new Date(now() + MINUTE_MS).toISOString(),
      include_succeeded: true,
      dry_run: true,
    })
    return body.matched
  }
  await deliver()
  expect([await matched(merchant.endpointId), await matched(other.endpointId)]).toEqual([0, 1])
  expect(await matched(fresh.endpointId)).toBe(1)
})
