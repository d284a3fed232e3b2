import { beforeEach, expect, test } from 'vitest'
import { auditOf } from '../testing/fixtures/audit-lines.ts'
import type { ConsoleClient } from '../testing/clients/console-client.ts'
import { plusMs } from '../kernel/clock.ts'
import { sql } from '../kernel/database/sql.ts'
import { anExpiredEvent, recordTestEvents } from '../testing/fixtures/events.ts'
import { createCharge } from '../testing/fixtures/charges.ts'
import { startWebhookConsole } from '../testing/fixtures/start-console.ts'
import { answer } from '../testing/fakes/webhook-receiver.ts'
import type { WebhookMerchant } from '../testing/fixtures/webhook-fixture.ts'
import { deliverDue } from '../testing/deliver-due.ts'

const { fixture, testConsole } = await startWebhookConsole(({ world, sender }) => ({
  ...world.kit,
  consoleContext: (id) => ({ ...world.kit.consoleContext(id), sender }),
}))
let admin: ConsoleClient
let merchant: WebhookMerchant
beforeEach(async () => {
  await fixture.clear()
  admin = await testConsole.signedIn('admin')
  merchant = await fixture.createMerchant()
})

interface ActionResult {
  it: { latencyMs: number; signingSecret: string; disabledAt: string }
}

const runAction = (name: string, selection: string, id = merchant.endpointId) =>
  admin.send<ActionResult>(
    `mutation ($m: Uuid!, $i: Uuid!) { it: ${name}(merchantId: $m, id: $i) { ${selection} } }`,
    { m: merchant.merchantId, i: id },
  )

const auditedActions = async (id = merchant.endpointId) =>
  (await auditOf(fixture.world.context(), id)).map(({ action, role }) => [action, role])

test('disabling and enabling an endpoint as staff each add an audit entry', async () => {
  const before = fixture.world.clock.now()
  const disabled = (await runAction('disableWebhookEndpoint', 'status disabledReason disabledAt disabledBy'))
    .data?.it
  expect(disabled).toMatchObject({ status: 'disabled', disabledReason: 'manual', disabledBy: 'Pessoa admin' })
  const disabledAt = new Date(disabled?.disabledAt ?? 0)
  expect(disabledAt >= before && disabledAt <= fixture.world.clock.now()).toBe(true)
  expect((await runAction('enableWebhookEndpoint', 'status disabledAt disabledBy')).data?.it).toEqual({
    status: 'active',
    disabledAt: null,
    disabledBy: null,
  })
  expect(await auditedActions()).toEqual([
    ['webhook_endpoint.create', null],
    ['webhook_endpoint.change', 'admin'],
    ['webhook_endpoint.change', 'admin'],
  ])
})

test('a test of an endpoint is allowed once in ten seconds, returns the response of the receiver and adds an audit entry', async () => {
  fixture.receiver.behave(answer(204))
  const { data, errors } = await runAction(
    'testWebhookEndpoint',
    'statusCode errorClass errorDetail latencyMs',
  )
  expect(errors).toEqual([])
  expect(data?.it).toMatchObject({ statusCode: 204, errorClass: null, errorDetail: null })
  expect(fixture.callsTo(merchant.path)).toHaveLength(1)
  expect(await auditedActions()).toContainEqual(['webhook_endpoint.test', 'admin'])
  const again = await runAction('testWebhookEndpoint', 'statusCode')
  expect(again.errors[0]?.extensions).toMatchObject({ code: 'rate_limited', retry_after_seconds: 10 })
})

test('a rotated secret is returned but not written to the audit log, and support may not rotate it', async () => {
  const { data } = await runAction('rotateWebhookSecret', 'signingSecret previousEndsAt')
  expect(data?.it.signingSecret).toMatch(/^whsec_/)
  const [, line] = await auditOf(fixture.world.context(), merchant.endpointId)
  expect(line).toMatchObject({ action: 'webhook_endpoint.rotate_secret', role: 'admin' })
  expect(JSON.stringify(line)).not.toContain(data?.it.signingSecret)
  admin = await testConsole.signedIn('support')
  expect((await runAction('rotateWebhookSecret', 'signingSecret')).code).toBe('FORBIDDEN')
})

test('an administrator can change the limits of an endpoint within the allowed range', async () => {
  const change = (limits: string) =>
    admin.send<ActionResult>(
      `mutation ($m: Uuid!, $i: Uuid!) { it: changeWebhookEndpointLimits(merchantId: $m, id: $i, limits: { ${limits} }) {
         maxInFlight ratePerSecond } }`,
      { m: merchant.merchantId, i: merchant.endpointId },
    )
  const { data } = await change('maxInFlight: 2, ratePerSecond: 10')
  expect(data?.it).toEqual({ maxInFlight: 2, ratePerSecond: 10 })
  await fixture.markHealthy([merchant])
  await fixture.recordEvents(merchant.merchantId, 5)
  expect(await deliverDue(fixture.context(), 64)).toBe(2)
  const [, line] = await auditOf(fixture.world.context(), merchant.endpointId)
  expect(line).toMatchObject({
    action: 'webhook_endpoint.change_limits',
    before: { max_in_flight: 4, rate_per_second: 20 },
    after: { max_in_flight: 2, rate_per_second: 10 },
  })
  const { errors } = await change('maxInFlight: 17, ratePerSecond: 0')
  expect(errors[0]?.extensions.fields).toEqual([
    { path: 'maxInFlight', code: 'out_of_range' },
    { path: 'ratePerSecond', code: 'out_of_range' },
  ])
  await merchant.rest.delete(`/v1/webhooks/endpoints/${merchant.endpointId}`)
  expect((await change('maxInFlight: 4, ratePerSecond: 20')).errors).toHaveLength(1)
})

test('an administrator reads a delivery with its responses and its requests without signatures, and replays the delivery', async () => {
  const [eventId = ''] = await fixture.recordEvents(merchant.merchantId)
  fixture.receiver.behave(answer(500))
  await deliverDue(fixture.context(), 10)
  const [row] = await fixture.deliveries(merchant)
  const id = row?.id ?? ''
  const { data, errors } = await admin.send<{ webhookDelivery: object }>(
    `query ($m: Uuid!, $i: Uuid!) { webhookDelivery(merchantId: $m, id: $i) { status event { id type body }
      attemptLog { statusCode requestHeaders { name value } responseHeaders { name } responseTruncated
        timings { totalMs } } } }`,
    { m: merchant.merchantId, i: id },
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
  const replayed = await runAction('replayWebhookDelivery', 'status nextAttemptAt', id)
  expect(replayed.data?.it).toMatchObject({ status: 'pending' })
  expect(await auditedActions(id)).toEqual([['webhook_delivery.replay', 'admin']])
  fixture.receiver.behave(answer(200))
  await deliverDue(fixture.context(), 10)
  const after = await fixture.deliveries(merchant)
  expect(after[0]?.status).toBe('succeeded')
})

test('the endpoints of all merchants are listed with their lag and errors, failing endpoints first', async () => {
  const other = await fixture.createMerchant()
  await fixture.recordEvents(merchant.merchantId, 2)
  fixture.receiver.behave(answer(503))
  await deliverDue(fixture.context(), 1)
  const { data, errors } = await admin.send<{
    webhookEndpointFleet: { nodes: { id: string }[]; pageInfo: { endCursor: string | null } }
  }>(
    `{ webhookEndpointFleet(first: 1) { nodes { id disabledAt merchant { id } health { state pending lagSeconds }
      errors24h { errorClass attempts } } pageInfo { endCursor } } }`,
  )
  expect(errors).toEqual([])
  expect(data?.webhookEndpointFleet.nodes).toMatchObject([
    {
      id: merchant.endpointId,
      disabledAt: null,
      merchant: { id: merchant.merchantId },
      health: { state: 'failing', pending: 2, lagSeconds: expect.any(Number) },
      errors24h: [{ errorClass: 'http_5xx', attempts: 1 }],
    },
  ])
  const rest = await admin.send<{ webhookEndpointFleet: { nodes: { id: string }[] } }>(
    'query ($a: String) { webhookEndpointFleet(first: 50, after: $a) { nodes { id } } }',
    { a: data?.webhookEndpointFleet.pageInfo.endCursor },
  )
  const ids = rest.data?.webhookEndpointFleet.nodes.map(({ id }) => id)
  expect(ids).toContain(other.endpointId)
  expect(ids).not.toContain(merchant.endpointId)
})

/** Inserts an hourly count of attempts. `latencyMsMax` is the latency bucket of the attempts. */
const insertCount = (hoursAgo: number, outcome: string, latencyMsMax: number, attempts: number) =>
  sql(
    fixture.context(),
    `insert into webhook_endpoint_hour (merchant_id, endpoint_id, hour, outcome, latency_ms_max, attempts)
     values ($1, $2, date_trunc('hour', $3::timestamptz), $4, $5, $6)`,
    [
      merchant.merchantId,
      merchant.endpointId,
      plusMs(fixture.world.clock.now(), -hoursAgo * 3_600_000),
      outcome,
      latencyMsMax,
      attempts,
    ],
  )

test('the performance of an endpoint has counts and durations for two hours, a day and a week', async () => {
  await insertCount(0, 'succeeded', 100, 94)
  await insertCount(1, 'succeeded', 1_600, 6)
  await insertCount(1, 'timeout', 5_000, 3)
  await insertCount(5, 'succeeded', 25, 1_000)
  await insertCount(100, 'http_5xx', 50, 7)
  await insertCount(200, 'succeeded', 60_000, 9)
  const read = async (id: string) => {
    const { data } = await admin.send<{ webhookEndpoint: object }>(
      `query ($m: Uuid!, $i: Uuid!) { webhookEndpoint(merchantId: $m, id: $i) {
        windows { hours succeeded failed p50Ms p95Ms } } }`,
      { m: merchant.merchantId, i: id },
    )
    return data?.webhookEndpoint
  }
  expect(await read(merchant.endpointId)).toEqual({
    windows: [
      { hours: 2, succeeded: 100, failed: 3, p50Ms: 100, p95Ms: 1_600 },
      { hours: 24, succeeded: 1_100, failed: 3, p50Ms: 25, p95Ms: 100 },
      { hours: 168, succeeded: 1_100, failed: 10, p50Ms: 25, p95Ms: 100 },
    ],
  })
  const { endpointId: idle } = await fixture.createEndpoint(merchant.merchantId)
  expect(await read(idle)).toMatchObject({ windows: [{ hours: 2, succeeded: 0, p95Ms: null }, {}, {}] })
})

test('a role that may not see deliveries still sees whether the events of a charge were delivered', async () => {
  const { body } = await createCharge(merchant.rest)
  await recordTestEvents(fixture.context(), merchant.merchantId, [anExpiredEvent(body.id)])
  await deliverDue(fixture.context(), 10)
  const { endpointId: second } = await fixture.createEndpoint(merchant.merchantId)
  fixture.receiver.behave(answer(410))
  await recordTestEvents(fixture.context(), merchant.merchantId, [anExpiredEvent(body.id)])
  await deliverDue(fixture.context(), 10)
  const text = `query ($i: Uuid!) { charge(id: $i) { events { outcome { succeeded pending failed }
    deliveries { endpointId endpointUrl attemptLog { statusCode } } } } }`
  const read = async (role: 'support' | 'finance' | 'auditor') => {
    const { data, errors } = await (
      await testConsole.signedIn(role)
    ).send<{
      charge: { events: { outcome: object; deliveries: object[] | null }[] }
    }>(text, { i: body.id })
    expect(errors).toEqual([])
    return data?.charge.events ?? []
  }
  const outcomes = [
    { succeeded: 1, pending: 0, failed: 0 },
    { succeeded: 0, pending: 0, failed: 2 },
  ]
  const [finance, support, auditor] = [await read('finance'), await read('support'), await read('auditor')]
  expect(finance).toEqual(outcomes.map((outcome) => ({ outcome, deliveries: null })))
  expect(JSON.stringify(finance)).not.toContain(second)
  expect(support.map(({ outcome }) => outcome)).toEqual(outcomes)
  expect(support[0]?.deliveries).toEqual([
    {
      endpointId: merchant.endpointId,
      endpointUrl: fixture.receiver.url(merchant.path),
      attemptLog: [{ statusCode: 200 }],
    },
  ])
  expect(auditor).toEqual(support)
})
