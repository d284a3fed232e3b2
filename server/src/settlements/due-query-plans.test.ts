import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expireCharges } from '../charges/cancellation/expire-charges.ts'
import { sweepReceived } from '../inbox/sweep-received.ts'
import { sql } from '../kernel/database/sql.ts'
import { rowsRead, capturePlans, type PlanNode } from '../testing/suites/explain.ts'
import { aPaidCharge } from '../testing/fixtures/charges.ts'
import { World } from '../testing/world.ts'
import { makeAvailable } from './make-available.ts'
import { releaseReserves } from './release-reserves.ts'
import { settleListed } from './settle-listed.ts'

/**
 * The number of charges of a merchant. These charges are inserted after the last `analyze`, so the planner's statistics
 * do not include them.
 */
const CHARGES = 4_000
/** The number of charges of another merchant, which the planner's statistics include. */
const OTHERS = 3_000
const BATCH = 10
/**
 * The maximum number of rows that a plan may read: several dead versions of each row of a batch, but far fewer than the
 * whole table.
 */
const READ_MAX = BATCH * 10
const DAY_MS = 86_400_000

let world: World
beforeAll(async () => {
  world = await World.start({ terms: { reserveBps: 500, reserveDays: 1, settlementDelayDays: 0 } })
  const other = await world.anotherMerchant()
  const owner = new Client({ connectionString: world.database.superuserUrl })
  await owner.connect()
  // Disable the foreign keys, because the inserted payments have no journal entries.
  await owner.query(`set session_replication_role = 'replica'`)
  await owner.query('alter table charge set (autovacuum_enabled = off)')
  await owner.query('alter table payment set (autovacuum_enabled = off)')
  for (const statement of FILL) await owner.query(statement, [other.merchantId, OTHERS, '1 hour'])
  await owner.query('analyze charge, payment')
  for (const statement of FILL) await owner.query(statement, [world.merchantId, CHARGES, '-1 hour'])
  await owner.end()
  for (let n = 0; n < BATCH; n++) await aPaidCharge(world)
})
afterAll(() => world.stop())

const FILL = [
  `insert into charge (merchant_id, id, environment, order_reference, amount_cents, status, fee_percent_bps, fee_fixed_cents,
    reserve_bps, reserve_days, settlement_delay_days, refund_fee_policy, refunded_cents, refunding_cents,
    pending_left_cents, reserve_left_cents, fee_left_cents, expires_in_seconds, expires_at, late_payment, is_simulated,
    payments_count, metadata, idempotency_key, fingerprint, checks_count, created_at, updated_at)
  select $1, gen_random_uuid(), 'production', 'fila-' || n, 1000, 'pending', 200, 0, 0, 0, 0, 'prorata', 0, 0,
    0, 0, 0, 3600, now() + $3::interval, false, false, 0, '{}', 'fila-' || n, '\\x00', 0, now(), now()
  from generate_series(1, $2::integer) n`,
  `insert into payment (merchant_id, id, journal_id, end_to_end_id, amount_cents, charge_id, classification, settled_at,
    paid_at, recorded_at)
  select $1, gen_random_uuid(), gen_random_uuid(), 'fila-' || id, 1000, id, 'primary', now(), now() - $3::interval, now()
  from charge where merchant_id = $1 limit $2::integer`,
]

/** Runs a job and returns the query plans of its updates, and how many rows the job processed. */
async function runWithPlans(job: (ctx: ReturnType<World['context']>) => Promise<number>) {
  const plans: PlanNode[] = []
  const found = await job(capturePlans(world.context('job:test'), plans))
  return { plans, found }
}

test('when many charges are due, expiring a batch reads at most ten times as many rows as the batch has', async () => {
  const { plans, found } = await runWithPlans((ctx) => expireCharges(ctx, BATCH))
  expect(found).toBe(BATCH)
  expect(rowsRead(plans, 'charge')).toBeGreaterThanOrEqual(BATCH)
  expect(rowsRead(plans, 'charge')).toBeLessThanOrEqual(READ_MAX)
})

test('settling payments and making charges available reads at most ten times as many rows as a batch has', async () => {
  await sweepReceived(world.context('job:sweep'))
  await world.settleInbox()
  const settled = await runWithPlans((ctx) => settleListed(ctx, BATCH))
  expect(settled.found).toBe(BATCH)
  expect(rowsRead(settled.plans, 'payment')).toBeGreaterThanOrEqual(BATCH)
  expect(rowsRead(settled.plans, 'payment')).toBeLessThanOrEqual(READ_MAX)
  const { plans, found } = await runWithPlans((ctx) => makeAvailable(ctx, BATCH))
  expect(found).toBe(BATCH)
  expect(rowsRead(plans, 'charge')).toBeGreaterThanOrEqual(BATCH)
  expect(rowsRead(plans, 'charge')).toBeLessThanOrEqual(READ_MAX)
  expect(rowsRead(plans, 'payment')).toBeLessThanOrEqual(READ_MAX)
})

test('releasing reserves reads at most ten times as many rows as a batch has', async () => {
  world.clock.advance(2 * DAY_MS)
  const { plans, found } = await runWithPlans((ctx) => releaseReserves(ctx, BATCH))
  expect(found).toBe(BATCH)
  expect(rowsRead(plans, 'charge')).toBeGreaterThanOrEqual(BATCH)
  expect(rowsRead(plans, 'charge')).toBeLessThanOrEqual(READ_MAX)
  expect(rowsRead(plans, 'payment')).toBeLessThanOrEqual(READ_MAX)
  const left = await sql(world.context(), 'select 1 from charge where reserve_left_cents > 0')
  expect(left).toEqual([])
})
