import { beforeEach, expect, test } from 'vitest'
import { sql } from '../kernel/database/sql.ts'
import type { ConsoleClient } from '../testing/clients/console-client.ts'
import { startWebhookConsole } from '../testing/fixtures/start-console.ts'
import { answer } from '../testing/fakes/webhook-receiver.ts'
import { deliverDue } from '../testing/deliver-due.ts'
import { replayDelivery } from './deliveries/replay-delivery.ts'
import { SUBSCRIBABLE_EVENT_TYPES } from './events/event-types.ts'

const { fixture, testConsole } = await startWebhookConsole()
let support: ConsoleClient
beforeEach(async () => {
  await fixture.clear()
  support = await testConsole.signedIn('support')
})

interface Endpoint {
  id: string
  url: string
  status: string
  secretLast4: string
  pausedUntil: string | null
  health: Health
}
interface Health {
  state: string
  succeeded24h: number
  failed24h: number
  pending: number
  oldestPendingAt: string | null
  nextAttemptAt: string | null
}

const ENDPOINT = `id url eventTypes status secretLast4 pausedUntil consecutiveFailures
  health { state succeeded24h failed24h pending oldestPendingAt nextAttemptAt }`
const HEALTHY = { failed24h: 0, pending: 0, oldestPendingAt: null, nextAttemptAt: null }

async function endpoints(merchantId: string): Promise<Endpoint[]> {
  const text = `query ($m: Uuid!) { webhookEndpoints(merchantId: $m) { ${ENDPOINT} } }`
  const { data, errors } = await support.send<{ webhookEndpoints: Endpoint[] }>(text, { m: merchantId })
  expect(errors).toEqual([])
  return data?.webhookEndpoints ?? []
}

test("staff register an endpoint and get its secret, and the merchant's list contains the endpoint", async () => {
  const { merchantId, rest } = await fixture.world.anotherMerchant()
  const { data } = await support.send<{
    registerWebhookEndpoint: { endpoint: Endpoint; signingSecret: string }
  }>(
    `mutation ($m: Uuid!) { registerWebhookEndpoint(merchantId: $m, url: "https://shop.example/hook",
       eventTypes: ["charge.paid"]) { endpoint { ${ENDPOINT} } signingSecret } }`,
    { m: merchantId },
  )
  const created = data?.registerWebhookEndpoint
  expect(created?.signingSecret).toMatch(/^whsec_/)
  expect(created?.endpoint).toMatchObject({
    url: 'https://shop.example/hook',
    eventTypes: ['charge.paid'],
    status: 'active',
    secretLast4: created?.signingSecret.slice(-4),
    health: { ...HEALTHY, state: 'idle', succeeded24h: 0 },
  })
  expect((await rest.get('/v1/webhooks/endpoints')).body).toMatchObject({
    items: [{ id: created?.endpoint.id }],
  })
  const audited = await sql(
    fixture.context(),
    'select action, actor like $2 as by_staff from audit_entry where merchant_id = $1 and action like $3',
    [merchantId, 'staff:%', 'webhook%'],
  )
  expect(audited).toEqual([{ action: 'webhook_endpoint.create', by_staff: true }])
})

test('staff register an endpoint with a description, and read the last error of an endpoint', async () => {
  const merchant = await fixture.createMerchant()
  const url = fixture.receiver.url(merchant.path)
  const { data } = await support.send<{ registerWebhookEndpoint: { endpoint: { id: string } } }>(
    `mutation ($m: Uuid!, $u: String!) { registerWebhookEndpoint(merchantId: $m, url: "https://shop.example/hook",
       eventTypes: [], description: $u) { endpoint { id description } } }`,
    { m: merchant.merchantId, u: 'Estoque' },
  )
  expect(data?.registerWebhookEndpoint.endpoint).toMatchObject({ description: 'Estoque' })

  fixture.receiver.behave(answer(410))
  await fixture.recordEvents(merchant.merchantId)
  await deliverDue(fixture.context(), 64)
  const shown = await support.send<{ webhookEndpoint: { lastFailureAt: string } }>(
    `query ($m: Uuid!, $i: Uuid!) { webhookEndpoint(merchantId: $m, id: $i) {
       url description status disabledReason disabledAt disabledBy
       lastFailureAt lastErrorClass lastErrorStatus } }`,
    { m: merchant.merchantId, i: merchant.endpointId },
  )
  const lastFailureAt = shown.data?.webhookEndpoint.lastFailureAt
  expect(lastFailureAt).toMatch(/Z$/)
  expect(shown.data?.webhookEndpoint).toEqual({
    url,
    description: null,
    status: 'disabled',
    disabledReason: 'gone',
    disabledAt: lastFailureAt,
    disabledBy: 'service',
    lastFailureAt,
    lastErrorClass: 'http_4xx',
    lastErrorStatus: 410,
  })
})

test.each([
  ['http://shop.example/hook', [], undefined, [{ path: 'url', code: 'format' }]],
  ['https://a', [], undefined, [{ path: 'url', code: 'too_short' }]],
  ['https://127.0.0.1/hook', [], 'ssrf_blocked', [{ path: 'url', code: 'not_allowed' }]],
  [
    'https://shop.example/hook',
    ['webhook.test'],
    undefined,
    [{ path: 'event_types.0', code: 'not_allowed' }],
  ],
  [
    'https://10.0.0.1/hook',
    ['charge.sold'],
    'ssrf_blocked',
    [
      { path: 'event_types.0', code: 'not_allowed' },
      { path: 'url', code: 'not_allowed' },
    ],
  ],
])('an endpoint refused to merchants is also refused to staff: %s %j', async (url, types, reason, fields) => {
  const refused = await support.send(
    `mutation ($m: Uuid!, $u: String!, $t: [String!]!) {
       registerWebhookEndpoint(merchantId: $m, url: $u, eventTypes: $t) { signingSecret } }`,
    { m: fixture.world.merchantId, u: url, t: types },
  )
  expect(refused.errors[0]?.extensions).toMatchObject({ code: 'validation_error', fields })
  expect(refused.errors[0]?.extensions.reason).toBe(reason)
})

test('an endpoint that staff turn off disappears for the merchant but remains visible to staff', async () => {
  const merchant = await fixture.createMerchant()
  const { data } = await support.send(
    'mutation ($m: Uuid!, $id: Uuid!) { turnOffWebhookEndpoint(merchantId: $m, id: $id) { status } }',
    { m: merchant.merchantId, id: merchant.endpointId },
  )
  expect(data).toEqual({ turnOffWebhookEndpoint: { status: 'off' } })
  expect((await merchant.rest.get('/v1/webhooks/endpoints')).body).toEqual({ items: [] })
  expect(await endpoints(merchant.merchantId)).toMatchObject([
    { id: merchant.endpointId, health: { state: 'off' } },
  ])
})

test('the health of an endpoint contains the counts of attempts, the pending deliveries and the time of the next attempt', async () => {
  const merchant = await fixture.createHealthyMerchant()
  await fixture.recordEvents(merchant.merchantId, 3)
  await deliverDue(fixture.context(), 64)
  expect((await endpoints(merchant.merchantId))[0]?.health).toEqual({
    ...HEALTHY,
    state: 'healthy',
    succeeded24h: 3,
  })

  fixture.receiver.behave(answer(500))
  await fixture.recordEvents(merchant.merchantId, 2)
  await deliverDue(fixture.context(), 64)
  const [failing] = await fixture
    .deliveries(merchant)
    .then((all) => all.filter(({ status }) => status === 'pending'))
  const health = (await endpoints(merchant.merchantId))[0]?.health
  expect(health).toMatchObject({ state: 'failing', succeeded24h: 3, failed24h: 2, pending: 2 })
  expect(new Date(health?.nextAttemptAt ?? 0).getTime()).toBeLessThanOrEqual(
    failing?.next_attempt_at?.getTime() ?? 0,
  )

  fixture.world.clock.advance(25 * 3_600_000)
  support = await testConsole.signedIn('support')
  expect((await endpoints(merchant.merchantId))[0]?.health).toMatchObject({
    succeeded24h: 0,
    failed24h: 0,
    pending: 2,
  })
})

test('the replay of a delivered event is in the queue of the endpoint, but the event does not count as waiting', async () => {
  const merchant = await fixture.createHealthyMerchant()
  await fixture.recordEvents(merchant.merchantId)
  await deliverDue(fixture.context(), 64)
  const [delivered] = await fixture.deliveries(merchant)
  await replayDelivery(fixture.context(), merchant.merchantId, delivered?.id ?? '')
  expect((await endpoints(merchant.merchantId))[0]?.health).toMatchObject({
    pending: 1,
    oldestPendingAt: null,
  })
})

test('the health of a paused endpoint shows the end of the pause, and no next attempt before this end', async () => {
  const merchant = await fixture.createMerchant()
  await fixture.recordEvents(merchant.merchantId)
  const until = new Date(fixture.world.clock.now().getTime() + 600_000)
  await sql(
    fixture.context(),
    'update webhook_endpoint set paused_until = $2, half_open = true where id = $1',
    [merchant.endpointId, until],
  )
  const paused = {
    pausedUntil: until.toISOString(),
    health: { state: 'paused', nextAttemptAt: until.toISOString() },
  }
  expect(await endpoints(merchant.merchantId)).toMatchObject([paused])
  fixture.world.clock.advance(600_000)
  expect(await endpoints(merchant.merchantId)).toMatchObject([
    { pausedUntil: null, health: { state: 'idle' } },
  ])
})

test('webhookEventTypes lists the types that an endpoint may subscribe to', async () => {
  const { data } = await support.send('{ webhookEventTypes }')
  expect(data).toEqual({ webhookEventTypes: SUBSCRIBABLE_EVENT_TYPES })
  expect(SUBSCRIBABLE_EVENT_TYPES).toHaveLength(21)
})

test('an endpoint that its merchant disables names the API key', async () => {
  const merchant = await fixture.createMerchant()
  await merchant.rest.send('PATCH', `/v1/webhooks/endpoints/${merchant.endpointId}`, { enabled: false }, {})
  const { data } = await support.send<{ webhookEndpoint: { disabledBy: string } }>(
    'query ($m: Uuid!, $i: Uuid!) { webhookEndpoint(merchantId: $m, id: $i) { disabledBy } }',
    { m: merchant.merchantId, i: merchant.endpointId },
  )
  const { data: keys } = await support.send<{ apiKeys: { name: string }[] }>(
    'query ($m: Uuid!) { apiKeys(merchantId: $m) { name } }',
    { m: merchant.merchantId },
  )
  expect(keys?.apiKeys.map(({ name }) => `api-key:${name}`)).toContain(data?.webhookEndpoint.disabledBy)
})
