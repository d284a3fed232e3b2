import { beforeEach, expect, test } from 'vitest'
import type { ConsoleClient } from '../testing/clients/console-client.ts'
import { openMarket } from '../testing/makers/office.ts'
import { answer } from '../testing/far-end/receiver.ts'
import { claimDeliveries, LEASE_MS } from './dispatch/claim-deliveries.ts'
import { deliverDue } from './dispatch/deliver-due.ts'
import { reapDeliveries } from './dispatch/reap-deliveries.ts'

const { market, office } = await openMarket()
let support: ConsoleClient
beforeEach(async () => {
  await market.clear()
  support = await office.signedIn('support')
})

interface Delivery {
  id: string
  status: string
  endpointUrl: string
  attemptLog: object[]
}

test('deliveries are listed in pages with their endpoint and every attempt', async () => {
  const shop = await market.healthyShop()
  market.receiver.behave(answer(404, {}, '<h1>not here</h1>'))
  await market.events(shop.merchantId, 3)
  await deliverDue(market.context(), 64)
  const text = `query ($f: WebhookDeliveryFilter!, $a: String) { webhookDeliveries(filter: $f, first: 2, after: $a) {
    nodes { id status endpointUrl eventType attempts lastStatusCode lastError
      attemptLog { n trigger statusCode errorClass errorDetail responseBody durationMs startedAt } }
    pageInfo { hasNextPage endCursor } } }`
  const page = async (after: string | null, filter: object = {}) => {
    const { data, errors } = await support.send<{
      webhookDeliveries: { nodes: Delivery[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } }
    }>(text, { f: { merchantId: shop.merchantId, ...filter }, a: after })
    expect(errors).toEqual([])
    return data?.webhookDeliveries
  }
  const first = await page(null)
  expect(first?.nodes).toHaveLength(2)
  expect(first?.nodes[0]).toMatchObject({
    status: 'pending',
    endpointUrl: market.receiver.url(shop.path),
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
    (await page(null, { status: ['pending', 'sending'], endpointId: shop.endpointId }))?.nodes,
  ).toHaveLength(2)
  const unknownId = '01890000-0000-7000-8000-00000000000f'
  expect((await page(null, { endpointId: unknownId }))?.nodes).toEqual([])
})

test('an attempt whose engine died is in the log, with the time of its lease', async () => {
  const shop = await market.shop()
  await market.events(shop.merchantId)
  await claimDeliveries(market.context(), 64)
  market.world.clock.advance(LEASE_MS)
  await reapDeliveries(market.context(), 100)
  const { data, errors } = await support.send<{ webhookDeliveries: { nodes: Delivery[] } }>(
    `query ($f: WebhookDeliveryFilter!) { webhookDeliveries(filter: $f) { nodes { attemptLog { errorClass durationMs
      timings { dnsMs connectMs tlsMs firstByteMs totalMs } } } } }`,
    { f: { merchantId: shop.merchantId } },
  )
  expect(errors).toEqual([])
  const timings = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, totalMs: LEASE_MS }
  expect(data?.webhookDeliveries.nodes).toEqual([
    { attemptLog: [{ errorClass: 'lease_lost', durationMs: LEASE_MS, timings }] },
  ])
})

test('deliveries are found by their day and by what their last attempt failed with', async () => {
  const shop = await market.shop()
  const found = async (filter: object) => {
    const text = `query ($f: WebhookDeliveryFilter!) {
      webhookDeliveries(filter: $f) { nodes { status lastError } } }`
    const { data, errors } = await support.send<{ webhookDeliveries: { nodes: object[] } }>(text, {
      f: { merchantId: shop.merchantId, ...filter },
    })
    expect(errors).toEqual([])
    return data?.webhookDeliveries.nodes
  }
  const start = market.world.clock.now()
  await market.events(shop.merchantId)
  await deliverDue(market.context(), 64)
  market.world.clock.advance(60_000)
  const later = market.world.clock.now()
  market.receiver.behave(answer(503))
  await market.events(shop.merchantId)
  await deliverDue(market.context(), 64)

  const arrived = { status: 'succeeded', lastError: null }
  const failing = { status: 'pending', lastError: 'http_5xx' }
  expect(await found({ createdFrom: start })).toEqual([failing, arrived])
  expect(await found({ createdFrom: later })).toEqual([failing])
  expect(await found({ createdFrom: start, createdTo: later })).toEqual([arrived])
  expect(await found({ errorClass: 'http_5xx' })).toEqual([failing])
  expect(await found({ errorClass: 'timeout' })).toEqual([])
})
