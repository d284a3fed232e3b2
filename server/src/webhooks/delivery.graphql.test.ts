import { beforeEach, expect, test } from 'vitest'
import { plusMs } from '../kernel/clock.ts'
import { sql } from '../kernel/database/sql.ts'
import type { ConsoleClient } from '../testing/clients/console-client.ts'
import { aPaidCharge } from '../testing/fixtures/charges.ts'
import { startWebhookConsole } from '../testing/fixtures/start-console.ts'
import { answer } from '../testing/fakes/webhook-receiver.ts'
import { claimDeliveries, LEASE_MS } from './dispatch/claim-deliveries.ts'
import { deliverDue } from '../testing/deliver-due.ts'
import { reapDeliveries } from './dispatch/reap-deliveries.ts'

const { fixture, testConsole } = await startWebhookConsole()
let support: ConsoleClient
beforeEach(async () => {
  await fixture.clear()
  support = await testConsole.signedIn('support')
})

interface Delivery {
  id: string
  status: string
  endpointUrl: string
  attemptLog: object[]
}

test('deliveries are listed in pages with their attempts, and filtered by status and endpoint', async () => {
  const merchant = await fixture.createHealthyMerchant()
  fixture.receiver.behave(answer(404, {}, '<h1>not here</h1>'))
  await fixture.recordEvents(merchant.merchantId, 3)
  await deliverDue(fixture.context(), 64)
  const text = `query ($f: WebhookDeliveryFilter!, $a: String) { webhookDeliveries(filter: $f, first: 2, after: $a) {
    nodes { id status endpointUrl endpointStatus eventType attempts lastStatusCode lastError
      attemptLog { n trigger statusCode errorClass errorDetail responseBody durationMs startedAt } }
    pageInfo { hasNextPage endCursor } } }`
  const page = async (after: string | null, filter: object = {}) => {
    const { data, errors } = await support.send<{
      webhookDeliveries: { nodes: Delivery[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } }
    }>(text, { f: { merchantId: merchant.merchantId, ...filter }, a: after })
    expect(errors).toEqual([])
    return data?.webhookDeliveries
  }
  const first = await page(null)
  expect(first?.nodes).toHaveLength(2)
  expect(first?.nodes[0]).toMatchObject({
    status: 'pending',
    endpointUrl: fixture.receiver.url(merchant.path),
    endpointStatus: 'active',
    lastStatusCode: 404,
    lastError: 'http_4xx',
    attemptLog: [
      { n: 1, trigger: 'auto', statusCode: 404, errorClass: 'http_4xx', responseBody: '<h1>not here</h1>' },
    ],
  })
  const second = await page(first?.pageInfo.endCursor ?? null)
  expect(second).toMatchObject({ nodes: [{ status: 'pending' }], pageInfo: { hasNextPage: false } })
  expect((await page(null, { status: ['succeeded'] }))?.nodes).toEqual([])
  expect(
    (await page(null, { status: ['pending', 'sending'], endpointId: merchant.endpointId }))?.nodes,
  ).toHaveLength(2)
  const unknownId = '01890000-0000-7000-8000-00000000000f'
  expect((await page(null, { endpointId: unknownId }))?.nodes).toEqual([])
})

test('an attempt with an expired lease is listed with the duration of the lease', async () => {
  const merchant = await fixture.createMerchant()
  await fixture.recordEvents(merchant.merchantId)
  await claimDeliveries(fixture.context(), 64)
  fixture.world.clock.advance(LEASE_MS)
  await reapDeliveries(fixture.context(), 100)
  const { data, errors } = await support.send<{ webhookDeliveries: { nodes: Delivery[] } }>(
    `query ($f: WebhookDeliveryFilter!) { webhookDeliveries(filter: $f) { nodes { attemptLog { errorClass durationMs
      timings { dnsMs connectMs tlsMs firstByteMs totalMs } } } } }`,
    { f: { merchantId: merchant.merchantId } },
  )
  expect(errors).toEqual([])
  const timings = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, totalMs: LEASE_MS }
  expect(data?.webhookDeliveries.nodes).toEqual([
    { attemptLog: [{ errorClass: 'lease_lost', durationMs: LEASE_MS, timings }] },
  ])
})

test('deliveries are filtered by creation time and by the error of the last attempt', async () => {
  const merchant = await fixture.createMerchant()
  const found = async (filter: object) => {
    const text = `query ($f: WebhookDeliveryFilter!) {
      webhookDeliveries(filter: $f) { nodes { status lastError } } }`
    const { data, errors } = await support.send<{ webhookDeliveries: { nodes: object[] } }>(text, {
      f: { merchantId: merchant.merchantId, ...filter },
    })
    expect(errors).toEqual([])
    return data?.webhookDeliveries.nodes
  }
  const start = fixture.world.clock.now()
  await fixture.recordEvents(merchant.merchantId)
  await deliverDue(fixture.context(), 64)
  fixture.world.clock.advance(60_000)
  const later = fixture.world.clock.now()
  fixture.receiver.behave(answer(503))
  await fixture.recordEvents(merchant.merchantId)
  await deliverDue(fixture.context(), 64)

  const arrived = { status: 'succeeded', lastError: null }
  const failing = { status: 'pending', lastError: 'http_5xx' }
  expect(await found({ createdFrom: start })).toEqual([failing, arrived])
  expect(await found({ createdFrom: later })).toEqual([failing])
  expect(await found({ createdFrom: start, createdTo: later })).toEqual([arrived])
  expect(await found({ errorClass: 'http_5xx' })).toEqual([failing])
  expect(await found({ errorClass: 'timeout' })).toEqual([])
})

test('a delivery that is retried shows its next attempt and the pause of its endpoint', async () => {
  const merchant = await fixture.createMerchant(['charge.paid'])
  const { world } = fixture
  const paid = await aPaidCharge({
    rest: merchant.rest,
    network: world.network,
    settleInbox: () => world.settleInbox(),
  })
  const text = `query ($f: WebhookDeliveryFilter!) { webhookDeliveries(filter: $f) {
    nodes { status attempts retry { attempt attemptsMax } nextAttemptAt endpointStatus endpointPausedUntil
      charge { id orderReference } merchant { id } } } }`
  const listed = async (filter: object = {}) => {
    const { data, errors } = await support.send<{ webhookDeliveries: { nodes: object[] } }>(text, {
      f: { merchantId: merchant.merchantId, ...filter },
    })
    expect(errors).toEqual([])
    return data?.webhookDeliveries.nodes
  }
  const { id, order_reference: orderReference } = paid
  const common = { charge: { id, orderReference }, merchant: { id: merchant.merchantId } }
  expect(await listed()).toMatchObject([{ ...common, status: 'pending', retry: null }])
  expect(await listed({ retrying: true })).toEqual([])

  fixture.receiver.behave(answer(503))
  await deliverDue(fixture.context(), 64)
  const retry = { attempt: 2, attemptsMax: 11 }
  expect(await listed({ retrying: true })).toMatchObject([
    { ...common, attempts: 1, retry, endpointPausedUntil: null },
  ])
  expect(await listed({ status: ['pending'], retrying: false })).toEqual([])

  const pauseUntil = (until: Date) =>
    sql(world.context(), 'update webhook_endpoint set paused_until = $2 where id = $1', [
      merchant.endpointId,
      until,
    ])
  const pausedUntil = plusMs(world.clock.now(), 3_600_000)
  await pauseUntil(pausedUntil)
  expect(await listed()).toMatchObject([
    { retry, nextAttemptAt: pausedUntil.toISOString(), endpointPausedUntil: pausedUntil.toISOString() },
  ])
  await pauseUntil(plusMs(world.clock.now(), -1))
  expect(await listed()).toMatchObject([{ endpointStatus: 'active', endpointPausedUntil: null }])

  await sql(
    world.context(),
    "update webhook_endpoint set status = 'disabled', disabled_reason = 'manual', paused_until = null where id = $1",
    [merchant.endpointId],
  )
  expect(await listed()).toMatchObject([{ endpointStatus: 'disabled', endpointPausedUntil: null }])
})
