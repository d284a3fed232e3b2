import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { plusMs } from '../../kernel/clock.ts'
import { sql } from '../../kernel/database/sql.ts'
import { logInto } from '../../testing/fakes/fake-pix-provider.ts'
import { answer } from '../../testing/fakes/webhook-receiver.ts'
import { WebhookFixture, type WebhookMerchant } from '../../testing/fixtures/webhook-fixture.ts'
import { claimDeliveries, LEASE_MS } from '../dispatch/claim-deliveries.ts'
import { deliverDue } from '../../testing/deliver-due.ts'
import { reapDeliveries } from '../dispatch/reap-deliveries.ts'
import { watchLag } from './watch-lag.ts'

let fixture: WebhookFixture
let merchant: WebhookMerchant
beforeAll(async () => {
  fixture = await WebhookFixture.start()
})
afterAll(() => fixture.stop())
beforeEach(async () => {
  await fixture.clear()
  merchant = await fixture.createMerchant()
})

/**
 * Runs `watchLag` with a clock `ms` milliseconds ahead. Returns the number of endpoints with lag, and the log lines.
 */
async function watchAfter(ms: number) {
  const lines: string[] = []
  const ctx = { ...fixture.contextAt(plusMs(fixture.world.clock.now(), ms)), log: logInto(lines) }
  return { behind: await watchLag(ctx), lines }
}

test('a lag alarm is raised only when deliveries have been due for more than 30 s', async () => {
  await fixture.recordEvents(merchant.merchantId, 2)
  expect(await watchAfter(25_000)).toEqual({ behind: 0, lines: [] })
  const { behind, lines } = await watchAfter(35_000)
  expect(behind).toBe(1)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { alarm: 'webhook_lag', endpoints: 1, level: 50 },
  ])
})

test('a paused endpoint raises no lag alarm', async () => {
  await fixture.recordEvents(merchant.merchantId)
  const until = plusMs(fixture.world.clock.now(), 3_600_000)
  await sql(fixture.context(), 'update webhook_endpoint set paused_until = $2 where id = $1', [
    merchant.endpointId,
    until,
  ])
  expect(await watchAfter(40_000)).toEqual({ behind: 0, lines: [] })
})

test('a blocked address raises the alarm ssrf_blocked, and the disabling of an endpoint raises endpoint_disabled', async () => {
  const lines: string[] = []
  const ctx = { ...fixture.context(), log: logInto(lines) }
  const alarms = () => lines.map((line) => JSON.parse(line)).filter((line) => 'alarm' in line)
  await fixture.recordEvents(merchant.merchantId)
  // The default sender blocks the receiver's private address, so the attempt fails with `ssrf_blocked`.
  await deliverDue({ ...ctx, sender: fixture.world.context().sender }, 64)
  expect(alarms()).toMatchObject([{ alarm: 'ssrf_blocked', endpoint_id: merchant.endpointId, level: 50 }])
  expect(lines.join()).not.toContain('127.0.0.1')

  lines.length = 0
  fixture.receiver.behave(answer(410))
  await fixture.recordEvents(merchant.merchantId)
  await deliverDue(ctx, 64)
  expect(alarms()).toMatchObject([
    { alarm: 'endpoint_disabled', endpoint_id: merchant.endpointId, reason: 'gone', level: 50 },
  ])
})

test('an internal error raises the alarm webhook_internal, and an expired lease raises the alarm lease_lost', async () => {
  const lines: string[] = []
  const log = logInto(lines)
  await sql(fixture.context(), `update webhook_endpoint set secret_key_id = 'lost' where id = $1`, [
    merchant.endpointId,
  ])
  await fixture.recordEvents(merchant.merchantId)
  await deliverDue({ ...fixture.context(), log }, 64)

  const other = await fixture.createMerchant()
  await fixture.recordEvents(other.merchantId)
  await claimDeliveries(fixture.context(), 64)
  const later = plusMs(fixture.world.clock.now(), LEASE_MS)
  await reapDeliveries({ ...fixture.contextAt(later), log }, 100)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { alarm: 'webhook_internal', delivery_id: expect.any(String), level: 50 },
    { msg: 'webhook attempt', outcome: 'internal', level: 30 },
    { alarm: 'lease_lost', deliveries: 1 },
  ])
})
