import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expireCharges } from '../charges/cancellation/expire-charges.ts'
import { sweepReceived } from '../inbox/sweep-received.ts'
import { plusMs } from '../kernel/clock.ts'
import { sql } from '../kernel/database/sql.ts'
import { assignMissingLines } from '../payouts/lines/payout-lines-jobs.ts'
import { forgetLines, merchantWithLines, pay } from '../testing/fixtures/payout-lines.ts'
import { makeAvailable } from '../settlements/make-available.ts'
import { settleListed } from '../settlements/settle-listed.ts'
import { aBalanceEvent, recordTestEvents } from '../testing/fixtures/events.ts'
import { aPaidCharge, createCharge } from '../testing/fixtures/charges.ts'
import { WebhookFixture } from '../testing/fixtures/webhook-fixture.ts'
import { capturePlans, planNodesOf, rowsRead, type PlanNode } from '../testing/suites/explain.ts'
import type { World } from '../testing/world.ts'
import { notifyDeadlines } from '../disputes/dispute-jobs.ts'
import { aDispute } from '../testing/fixtures/disputes.ts'
import { moveToFeed } from '../webhooks/feed/sequence-events.sql.ts'
import { BACKLOG_MAX, readBacklogs } from './read-backlogs.ts'

const HOUR_MS = 3_600_000

let fixture: WebhookFixture
let world: World
beforeAll(async () => {
  fixture = await WebhookFixture.start()
  world = fixture.world
})
afterAll(() => fixture.stop())

/**
 * Returns the backlogs that are not empty, by job. Leaves out the backlog of the feed, because every charge and payment
 * adds events to it.
 */
async function backlogs() {
  const all = (await readBacklogs(world.context('job:metrics'))).filter(({ job }) => job !== 'feed')
  return Object.fromEntries(
    all.filter(({ count }) => count > 0).map(({ job, count, oldestAt }) => [job, { count, oldestAt }]),
  )
}

test('the backlog of the job feed counts an event until it is in the feed', async () => {
  const feed = async () => (await readBacklogs(world.context())).find(({ job }) => job === 'feed')
  await recordTestEvents(world.context(), world.merchantId, [aBalanceEvent(world.merchantId)])
  expect(await feed()).toEqual({ job: 'feed', count: 1, oldestAt: expect.any(Date) })
  while ((await moveToFeed(world.context(), 100)) > 0);
  expect(await feed()).toEqual({ job: 'feed', count: 0, oldestAt: null })
})

test('the backlog of the inbox counts a received payment until it is recorded, with the time since which it is due', async () => {
  const { body } = await createCharge(world.rest)
  expect(await backlogs()).toEqual({})
  world.network.pay({ txid: body.pix?.txid ?? '' })
  await world.network.idle()
  const [row] = await sql<{ at: Date }>(
    world.context(),
    `select next_attempt_at as at from network_inbox where state = 'waiting'`,
  )
  expect(await backlogs()).toEqual({ inbox: { count: 1, oldestAt: row?.at } })
  await world.settleInbox()
  expect(await backlogs()).toEqual({})
})

test('the backlog of the expiry job counts the charges to expire, even while they are postponed after a failure', async () => {
  const charges = [
    await createCharge(world.rest, { expires_in_seconds: 60 }),
    await createCharge(world.rest, { expires_in_seconds: 90 }),
  ]
  world.clock.advance(100_000)
  const expiry = { count: 2, oldestAt: new Date(charges[0]?.body.expires_at ?? '') }
  expect(await backlogs()).toEqual({ expiry })
  await sql(
    world.context(),
    `insert into job_failure (job, subject_id, merchant_id, failures_count, last_error, failed_at, retry_at)
     values ('expiry', $1, $1, 1, 'example', now(), now() + interval '1 day')`,
    [world.merchantId],
  )
  expect(await backlogs()).toEqual({ expiry })
  await sql(world.context(), 'delete from job_failure')
  await expireCharges(world.context(), 10)
  expect(await backlogs()).toEqual({})
})

test('a payment is in the backlog of the job `settlement` until it is settled, then in the backlog of the job `available`', async () => {
  await aPaidCharge(world)
  await sweepReceived(world.context())
  await world.settleInbox()
  expect(Object.keys(await backlogs())).toEqual(['settlement'])
  while ((await settleListed(world.context(), 100)) > 0);
  expect(Object.keys(await backlogs())).toEqual(['available'])
  while ((await makeAvailable(world.context(), 100)) > 0);
  expect(await backlogs()).toEqual({})
})

test('a second payment counts as a due return, and unlisted payments count as missing after an hour', async () => {
  const charge = await aPaidCharge(world)
  world.network.pay({ txid: charge.pix?.txid ?? '' })
  await world.settleInbox()
  expect(await backlogs()).toMatchObject({ returns: { count: 1 } })
  world.clock.advance(3_601_000)
  expect(await backlogs()).toMatchObject({ missing: { count: 2 } })
})

test('the age of a payout without lines is counted from the time when it was recorded', async () => {
  const { merchantId } = await merchantWithLines(world, [100n])
  const id = await pay(world, merchantId, 60n)
  const [recorded] = await sql<{ at: Date }>(
    world.context(),
    'select updated_at as at from payout where id = $1',
    [id],
  )
  expect(await backlogs()).not.toHaveProperty('payout-lines')
  await forgetLines(world, merchantId, id)
  world.clock.advance(60_000)
  expect(await backlogs()).toMatchObject({ 'payout-lines': { count: 1, oldestAt: recorded?.at } })
  await assignMissingLines(world.context('job:payout-lines'), 10)
  expect(await backlogs()).not.toHaveProperty('payout-lines')
})

const since = async () => (await backlogs())['deadlines']

test('a dispute is in the backlog of warnings since the time of its earliest warning that was not emitted', async () => {
  const { answerUntil, openedAt } = await aDispute(world, await aPaidCharge(world))
  const goTo = (hours: number) =>
    world.clock.advance(plusMs(answerUntil, -hours * HOUR_MS).getTime() - world.clock.now().getTime())
  const at = (hours: number) => ({ count: 1, oldestAt: plusMs(answerUntil, -hours * HOUR_MS) })
  const notify = () => notifyDeadlines(world.context('job:deadlines'), 10)
  goTo(73)
  expect(await since()).toBeUndefined()
  goTo(20)
  expect(await since()).toEqual(at(72))
  await notify()
  expect(await since()).toBeUndefined()
  goTo(3)
  expect(await since()).toEqual(at(4))
  await notify()
  const late = { answerUntil: plusMs(world.clock.now(), HOUR_MS) }
  const { openedAt: lateOpenedAt } = await aDispute(world, await aPaidCharge(world), late)
  expect(await since()).toEqual({ count: 1, oldestAt: lateOpenedAt })
  expect(lateOpenedAt > openedAt).toBe(true)
  await notify()
})

test('the backlog of deliveries counts due deliveries, except those of a paused endpoint', async () => {
  const merchant = await fixture.createMerchant()
  await fixture.recordEvents(merchant.merchantId, 3)
  expect(await backlogs()).toMatchObject({ deliveries: { count: 3 } })
  await sql(world.context(), 'update webhook_endpoint set paused_until = $2 where id = $1', [
    merchant.endpointId,
    plusMs(world.clock.now(), 60_000),
  ])
  expect(await backlogs()).not.toHaveProperty('deliveries')
})

/** The test inserts this many rows into each table. No job has work for these rows. */
const FINISHED = 6_000
const WAITING = 50

const FILL = [
  `insert into charge (merchant_id, id, environment, order_reference, amount_cents, status, fee_percent_bps, fee_fixed_cents,
    reserve_bps, reserve_days, settlement_delay_days, refund_fee_policy, refunded_cents, refunding_cents,
    pending_left_cents, reserve_left_cents, fee_left_cents, expires_in_seconds, expires_at, late_payment, is_simulated,
    payments_count, metadata, idempotency_key, fingerprint, checks_count, created_at, updated_at)
  select $1, gen_random_uuid(), 'production', 'x-' || n, 1000, case when n <= $3::integer then 'pending' else 'expired' end,
    200, 0, 0, 0, 0, 'prorata', 0, 0, 0, 0, 0, 3600, now() - interval '1 hour', false, false, 0, '{}', 'x-' || n, '\\x00', 0,
    now(), now()
  from generate_series(1, $2::integer) n`,
  `insert into payment (merchant_id, id, journal_id, end_to_end_id, amount_cents, charge_id, classification, settled_at,
    paid_at, recorded_at)
  select $1, gen_random_uuid(), gen_random_uuid(), 'x-' || n, 1000, null, 'unmatched',
    case when n > $3::integer then now() end, now(), now() - interval '2 hours'
  from generate_series(1, $2::integer) n`,
  `insert into network_inbox (id, kind, dedupe_key, end_to_end_id, amount_cents, paid_at, raw, source, state, attempts,
    next_attempt_at, received_at)
  select gen_random_uuid(), 'pix', 'x-' || n, 'x-' || n, 1000, now(), '{}', 'callback',
    case when n <= $3::integer and $1::uuid is not null then 'waiting' else 'done' end, 0, now(), now()
  from generate_series(1, $2::integer) n`,
  `insert into network_listing (end_to_end_id, amount_cents, paid_at, listed_at, state, attempts, next_attempt_at)
  select 'y-' || n, 1000, now(), now(),
    case when n <= $3::integer and $1::uuid is not null then 'waiting' else 'settled' end, 0, now()
  from generate_series(1, $2::integer) n`,
  `insert into webhook_delivery (id, merchant_id, endpoint_id, event_id, event_type, event_created_at, status, trigger,
    attempts, scheduled_attempts, next_attempt_at, finished_at, created_at)
  select gen_random_uuid(), $1, e.id, 'evt_' || lpad(n::text, 26, '0'), 'charge.paid', now(),
    case when n <= $3::integer then 'pending' else 'succeeded' end, 'auto', 0, 0,
    case when n <= $3::integer then now() end, case when n > $3::integer then now() end, now()
  from generate_series(1, $2::integer) n cross join (select id from webhook_endpoint limit 1) e`,
]

test('readBacklogs reads only waiting rows, however many finished rows there are', async () => {
  await fixture.clear()
  const owner = new Client({ connectionString: world.database.superuserUrl })
  await owner.connect()
  await owner.query(`set session_replication_role = 'replica'`)
  for (const statement of FILL) await owner.query(statement, [world.merchantId, FINISHED, WAITING])
  await owner.query('vacuum analyze charge, payment, network_inbox, network_listing, webhook_delivery')
  await owner.end()
  const plans: PlanNode[] = []
  await readBacklogs(capturePlans(world.context(), plans))
  expect(plans).toHaveLength(2)
  for (const table of ['charge', 'payment', 'network_inbox', 'network_listing', 'webhook_delivery'])
    expect([table, rowsRead(plans, table) <= 2 * WAITING]).toEqual([table, true])
  const scanned = plans.flatMap(planNodesOf).filter((node) => node['Node Type'] === 'Seq Scan')
  expect(scanned.map((node) => node['Relation Name'])).not.toContain('charge')
})

test('readBacklogs stops counting a backlog at BACKLOG_MAX', async () => {
  const owner = new Client({ connectionString: world.database.superuserUrl })
  await owner.connect()
  await owner.query(`set session_replication_role = 'replica'`)
  await owner.query('delete from network_listing')
  await owner.query(FILL[3] ?? '', [world.merchantId, BACKLOG_MAX + 5, BACKLOG_MAX + 5])
  await owner.end()
  expect(await backlogs()).toMatchObject({ settlement: { count: BACKLOG_MAX } })
})
