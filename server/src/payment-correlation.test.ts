import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { resolveIssuance } from './charges/issuance/resolve-issuance.ts'
import { sweepReceived } from './inbox/sweep-received.ts'
import { sql } from './kernel/database/sql.ts'
import { captureLog } from './testing/captured-log.ts'
import { deliverDue } from './testing/deliver-due.ts'
import { answer } from './testing/fakes/webhook-receiver.ts'
import { createCharge } from './testing/fixtures/charges.ts'
import { WebhookFixture, type WebhookMerchant } from './testing/fixtures/webhook-fixture.ts'
import { claimDeliveries } from './webhooks/dispatch/claim-deliveries.ts'
import { finishDeliveries } from './webhooks/dispatch/finish-deliveries.ts'
import { sendDelivery } from './webhooks/dispatch/send-delivery.ts'

const UUID = /^[0-9a-f-]{36}$/
/** A time in milliseconds that is longer than the first delay of the retry schedule. */
const RETRY_MS = 3_600_000

const { log, lines } = captureLog('info')
let fixture: WebhookFixture
let merchant: WebhookMerchant
beforeAll(async () => {
  fixture = await WebhookFixture.start({ log })
  merchant = await fixture.createMerchant(['charge.issued', 'charge.paid'])
})
afterAll(() => fixture.stop())
beforeEach(async () => {
  lines.length = 0
  await fixture.clear()
})

const messagesOf = (correlationId: unknown) =>
  lines.filter((line) => line['correlation_id'] === correlationId).map(({ msg }) => msg)

/** Creates a charge and pays it at the network. Returns the id of the charge and of the request that created it. */
async function payCharge(callback: 'normal' | 'lost') {
  const { body, headers } = await createCharge(merchant.rest)
  fixture.world.network.pay({ txid: body.pix?.txid ?? '', callback })
  await fixture.world.settleInbox()
  return { chargeId: body.id, requestId: headers.get('x-correlation-id') }
}

/** Returns the correlation ids of the journal entries and events of a charge. */
async function storedIds(chargeId: string) {
  const rows = await sql<{ kind: string; id: string }>(
    fixture.context(),
    `select 'entry ' || event_type as kind, correlation_id as id from journal_entry where source_id = $1
     union all select 'event ' || type, correlation_id::text from webhook_event where charge_id = $1::uuid order by 1`,
    [chargeId],
  )
  return Object.fromEntries(rows.map(({ kind, id }) => [kind, id]))
}

test('the callback of a payment, its journal entries, its event and the failed delivery share one correlation id', async () => {
  const { chargeId, requestId } = await payCharge('normal')
  const callbackId = lines.find(({ msg }) => msg === 'callback')?.['correlation_id']
  expect(callbackId).toMatch(/^[0-9a-f-]{36}$/)
  expect(callbackId).not.toBe(requestId)
  expect(await storedIds(chargeId)).toEqual({
    'entry charge.paid': callbackId,
    'event charge.paid': callbackId,
  })
  // The attempt fails, because this context's sender refuses the receiver's private address.
  expect(await deliverDue(fixture.world.context(), 10)).toBe(1)
  expect(messagesOf(callbackId)).toEqual([
    'callback',
    'payment recorded',
    'webhook attempt',
    'webhook not sent: the address of its endpoint is not public',
  ])
})

test('each attempt of a delivery logs one line with the correlation id of the payment, without URL and payload', async () => {
  const { chargeId } = await payCharge('normal')
  const correlationId = (await storedIds(chargeId))['event charge.paid']
  fixture.receiver.behave(answer(500))
  expect(await deliverDue(fixture.context(), 10)).toBe(1)
  fixture.receiver.behave(answer(200))
  fixture.world.clock.advance(RETRY_MS)
  expect(await deliverDue(fixture.contextAt(fixture.world.clock.now()), 10)).toBe(1)
  const attempt = {
    level: 30,
    msg: 'webhook attempt',
    correlation_id: correlationId,
    delivery_id: expect.stringMatching(UUID),
    endpoint_id: merchant.endpointId,
    duration_ms: expect.any(Number),
  }
  expect(lines.filter((line) => line['correlation_id'] === correlationId).slice(2)).toEqual([
    { ...attempt, attempt: 1, outcome: 'http_5xx' },
    { ...attempt, attempt: 2, outcome: 'succeeded' },
  ])
})

test('a delivery attempt whose lease was lost logs one warning with its correlation id', async () => {
  const { chargeId } = await payCharge('normal')
  const correlationId = (await storedIds(chargeId))['event charge.paid']
  const ctx = fixture.context()
  const attempts = await Promise.all(
    (await claimDeliveries(ctx, 10)).map((delivery) => sendDelivery(ctx, delivery)),
  )
  await fixture.clear()
  expect(await finishDeliveries(ctx, attempts)).toBe(0)
  expect(lines.filter((line) => line['correlation_id'] === correlationId).slice(2)).toMatchObject([
    { level: 40, msg: 'webhook lease lost', attempt: 1, outcome: 'succeeded' },
  ])
})

test('payments of concurrent callbacks keep the correlation ids of their own callbacks', async () => {
  const { network } = fixture.world
  const created = await Promise.all(Array.from({ length: 6 }, () => createCharge(merchant.rest)))
  for (const { body } of created) network.pay({ txid: body.pix?.txid ?? '' })
  await fixture.world.settleInbox()
  const callbacks = lines.filter(({ msg }) => msg === 'callback').map((line) => line['correlation_id'])
  const paid = await Promise.all(
    created.map(async ({ body }) => (await storedIds(body.id))['event charge.paid']),
  )
  expect(new Set(callbacks).size).toBe(6)
  expect(paid.toSorted()).toEqual(callbacks.toSorted())
})

test("a payment that the sweep finds has the correlation id of the sweep's run", async () => {
  const { chargeId } = await payCharge('lost')
  const sweep = fixture.world.context('job:sweep')
  expect(await sweepReceived(sweep)).toBe(1)
  await fixture.world.settleInbox()
  expect(await storedIds(chargeId)).toEqual({
    'entry charge.paid': sweep.correlationId,
    'event charge.paid': sweep.correlationId,
  })
})

test('the event of a charge that a job issues later has the correlation id of the request', async () => {
  fixture.world.network.setFault({ on: 'cob', mode: 'http_500', count: 2 })
  const { body, headers } = await createCharge(merchant.rest)
  fixture.world.clock.advance(301_000)
  await resolveIssuance(fixture.world.context('job:issuance'), 50)
  fixture.world.network.liftFaults()
  fixture.world.clock.advance(301_000)
  await resolveIssuance(fixture.world.context('job:issuance'), 50)
  const requestId = headers.get('x-correlation-id')
  expect(await storedIds(body.id)).toEqual({ 'event charge.issued': requestId })
  const failed = 'pix: the call failed: no response, an error status or no access'
  expect(messagesOf(requestId)).toEqual([failed, 'request', failed])
})
