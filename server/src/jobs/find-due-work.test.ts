import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestReturns } from '../returns/request-returns.ts'
import { expireCharges } from '../charges/cancellation/expire-charges.ts'
import { resolveIssuance } from '../charges/issuance/resolve-issuance.ts'
import { sweepReceived } from '../inbox/sweep-received.ts'
import { findDueWork } from './find-due-work.ts'
import { runReturns } from './run-returns.ts'
import { settleListed } from '../settlements/settle-listed.ts'
import { eventually } from '../testing/eventually.ts'
import { aPaidCharge, createCharge } from '../testing/fixtures/charges.ts'
import { plusMs } from '../kernel/clock.ts'
import { sql } from '../kernel/database/sql.ts'
import { WebhookFixture } from '../testing/fixtures/webhook-fixture.ts'
import type { World } from '../testing/world.ts'

let fixture: WebhookFixture
let world: World
beforeAll(async () => {
  fixture = await WebhookFixture.start()
  world = fixture.world
})
afterAll(() => fixture.stop())

const due = () => findDueWork(world.context('job:watch'))

test('no job has due work at first, and a received payment is due until it is recorded', async () => {
  const { body } = await createCharge(world.rest)
  expect(await due()).toEqual([])
  world.network.pay({ txid: body.pix?.txid ?? '' })
  await world.network.idle()
  expect(await due()).toEqual(['inbox'])
  await world.settleInbox()
  expect(await due()).toEqual([])
})

test('a charge past its expiry time is due until the expiry job has run', async () => {
  await createCharge(world.rest, { expires_in_seconds: 60 })
  expect(await due()).toEqual([])
  world.clock.advance(61_000)
  expect(await due()).toEqual(['expiry'])
  expect(await expireCharges(world.context(), 10)).toBe(1)
  expect(await due()).toEqual([])
})

test('a payment listed by the PSP is due until it is settled', async () => {
  await aPaidCharge(world)
  await sweepReceived(world.context())
  await world.settleInbox()
  expect(await due()).toEqual(['settlement'])
  while ((await settleListed(world.context(), 100)) > 0);
  expect(await due()).toEqual([])
})

test('a second payment of a charge gives the jobs of returns due work until the payment is returned to its payer', async () => {
  const charge = await aPaidCharge(world)
  world.network.pay({ txid: charge.pix?.txid ?? '' })
  await world.settleInbox()
  expect(await due()).toEqual(['returns'])
  await runReturns(world.context(), 10)
  expect(await due()).toEqual(['ask-returns'])
  await requestReturns(world.context(), 10)
  await eventually(async () => expect(await due()).toEqual(['returns']))
  while ((await runReturns(world.context(), 10)) > 0);
  expect(await due()).toEqual([])
})

test('an issuance with an unknown outcome is due at the time of its next check', async () => {
  world.network.setFault({ on: 'cob', mode: 'http_500', count: 1 })
  await createCharge(world.rest)
  world.clock.advance(10_000)
  expect(await due()).toContain('issuance')
  while ((await resolveIssuance(world.context(), 10)) > 0);
  expect(await due()).not.toContain('issuance')
})

test('a delivery is due unless its endpoint is rate limited or paused, and a manual replay is due even during a pause', async () => {
  const merchant = await fixture.createMerchant()
  const endpoint = (columns: string, at: Date | null) =>
    sql(world.context(), `update webhook_endpoint set ${columns} = $2 where id = $1`, [
      merchant.endpointId,
      at,
    ])
  const later = plusMs(world.clock.now(), 60_000)
  await fixture.recordEvents(merchant.merchantId)
  expect(await due()).toEqual(['deliveries'])
  await endpoint('rate_limited_until', later)
  expect(await due()).toEqual([])
  await endpoint('rate_limited_until', null)
  await endpoint('paused_until', later)
  expect(await due()).toEqual([])
  await sql(world.context(), `update webhook_delivery set trigger = 'manual' where endpoint_id = $1`, [
    merchant.endpointId,
  ])
  expect(await due()).toEqual(['deliveries'])
  await fixture.clear()
  expect(await due()).toEqual([])
  await fixture.recordEvents(merchant.merchantId)
  await endpoint('paused_until', null)
  await sql(
    world.context(),
    'update webhook_delivery set next_attempt_at = $2 where endpoint_id = $1 and finished_at is null',
    [merchant.endpointId, later],
  )
  expect(await due()).toEqual([])
})
