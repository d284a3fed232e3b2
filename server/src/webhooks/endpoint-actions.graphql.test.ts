import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditOf } from '../testing/audit-lines.ts'
import { TestConsole, type ConsoleClient } from '../testing/console-client.ts'
import { answer } from '../testing/receiver.ts'
import { Market, type Shop } from '../testing/shops.ts'
import { deliverDue } from './deliver-due.ts'

let market: Market
let office: TestConsole
let admin: ConsoleClient
let shop: Shop
beforeAll(async () => {
  market = await Market.start()
  office = await TestConsole.start({
    ...market.world.kit,
    consoleContext: (id) => ({ ...market.world.kit.consoleContext(id), sender: market.sender }),
  })
})
afterAll(async () => {
  await office.stop()
  await market.stop()
})
beforeEach(async () => {
  await market.clear()
  admin = await office.signedIn('admin')
  shop = await market.shop()
})

interface Done {
  it: { latencyMs: number; signingSecret: string }
}

const act = (name: string, selection: string, id = shop.endpointId) =>
  admin.send<Done>(`mutation ($m: ID!, $i: ID!) { it: ${name}(merchantId: $m, id: $i) { ${selection} } }`, {
    m: shop.merchantId,
    i: id,
  })

const actions = async (id = shop.endpointId) =>
  (await auditOf(market.world.context(), id)).map(({ action, role }) => [action, role])

test('staff disable an endpoint and take it up again, on the record', async () => {
  expect((await act('disableWebhookEndpoint', 'status disabledReason')).data?.it).toEqual({
    status: 'disabled',
    disabledReason: 'manual',
  })
  expect((await act('enableWebhookEndpoint', 'status')).data?.it).toEqual({ status: 'active' })
  expect(await actions()).toEqual([
    ['webhook_endpoint.create', null],
    ['webhook_endpoint.change', 'admin'],
    ['webhook_endpoint.change', 'admin'],
  ])
})

test('a test shows what the receiver answers, once in ten seconds, on the record', async () => {
  market.receiver.behave(answer(204))
  const { data, errors } = await act('testWebhookEndpoint', 'statusCode errorClass errorDetail latencyMs')
  expect(errors).toEqual([])
  expect(data?.it).toMatchObject({ statusCode: 204, errorClass: null, errorDetail: null })
  expect(market.callsTo(shop.path)).toHaveLength(1)
  expect(await actions()).toContainEqual(['webhook_endpoint.test', 'admin'])
  const again = await act('testWebhookEndpoint', 'statusCode')
  expect(again.errors[0]?.extensions).toMatchObject({ code: 'rate_limited', retry_after_seconds: 10 })
})

test('a new secret is told once, and support may not ask for one', async () => {
  const { data } = await act('rotateWebhookSecret', 'signingSecret previousEndsAt')
  expect(data?.it.signingSecret).toMatch(/^whsec_/)
  const [, line] = await auditOf(market.world.context(), shop.endpointId)
  expect(line).toMatchObject({ action: 'webhook_endpoint.rotate_secret', role: 'admin' })
  expect(JSON.stringify(line)).not.toContain(data?.it.signingSecret)
  admin = await office.signedIn('support')
  expect((await act('rotateWebhookSecret', 'signingSecret')).code).toBe('FORBIDDEN')
})

test('a delivery is looked into, with what was sent and answered, and sent again', async () => {
  const [eventId = ''] = await market.events(shop.merchantId)
  market.receiver.behave(answer(500))
  await deliverDue(market.context(), 10)
  const [row] = await market.deliveries(shop)
  const id = row?.id ?? ''
  const { data, errors } = await admin.send<{ webhookDelivery: object }>(
    `query ($m: ID!, $i: ID!) { webhookDelivery(merchantId: $m, id: $i) { status event { id type body }
      attemptLog { statusCode requestHeaders { name value } responseHeaders { name } responseTruncated
        timings { totalMs } } } }`,
    { m: shop.merchantId, i: id },
  )
  expect(errors).toEqual([])
  expect(data?.webhookDelivery).toMatchObject({
    status: 'pending',
    event: { id: eventId, type: 'balance.available', body: expect.stringContaining(eventId) },
    attemptLog: [
      {
        statusCode: 500,
        requestHeaders: expect.arrayContaining([{ name: 'x-svc-event-id', value: eventId }]),
      },
    ],
  })
  expect(JSON.stringify(data)).not.toContain('x-svc-signature')
  const replayed = await act('replayWebhookDelivery', 'status nextAttemptAt', id)
  expect(replayed.data?.it).toMatchObject({ status: 'pending' })
  expect(await actions(id)).toEqual([['webhook_delivery.replay', 'admin']])
  market.receiver.behave(answer(200))
  await deliverDue(market.context(), 10)
  const after = await market.deliveries(shop)
  expect(after[0]?.status).toBe('succeeded')
})

test('of all endpoints the failing ones come first, with their lag and what went wrong', async () => {
  const other = await market.shop()
  await market.events(shop.merchantId, 2)
  market.receiver.behave(answer(503))
  await deliverDue(market.context(), 1)
  const { data, errors } = await admin.send<{
    webhookEndpointFleet: { nodes: { id: string }[]; pageInfo: { endCursor: string | null } }
  }>(
    `{ webhookEndpointFleet(first: 1) { nodes { id merchant { id } health { state } lag { due oldestDueAt lagSeconds }
      errors24h { errorClass attempts } } pageInfo { endCursor } } }`,
  )
  expect(errors).toEqual([])
  expect(data?.webhookEndpointFleet.nodes).toMatchObject([
    {
      id: shop.endpointId,
      merchant: { id: shop.merchantId },
      health: { state: 'failing' },
      lag: { due: 1 },
      errors24h: [{ errorClass: 'http_5xx', attempts: 1 }],
    },
  ])
  const rest = await admin.send<{ webhookEndpointFleet: { nodes: { id: string }[] } }>(
    'query ($a: String) { webhookEndpointFleet(first: 50, after: $a) { nodes { id } } }',
    { a: data?.webhookEndpointFleet.pageInfo.endCursor },
  )
  const ids = rest.data?.webhookEndpointFleet.nodes.map(({ id }) => id)
  expect(ids).toContain(other.endpointId)
  expect(ids).not.toContain(shop.endpointId)
})
