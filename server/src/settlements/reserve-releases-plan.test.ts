import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { capturePlans, planNodesOf, rowsRead, type PlanNode } from '../testing/suites/explain.ts'
import { World } from '../testing/world.ts'
import { readReserveSchedule } from './reserve-releases.ts'

const CHARGES = 20_000
const READ_MAX = 100

let world: World
beforeAll(async () => {
  world = await World.start()
  const other = await world.anotherMerchant()
  const owner = new Client({ connectionString: world.database.superuserUrl })
  await owner.connect()
  // Disable the foreign keys, because the inserted charges have no payments.
  await owner.query(`set session_replication_role = 'replica'`)
  for (const id of [world.merchantId, other.merchantId]) await owner.query(FILL, [id, CHARGES])
  await owner.query('analyze charge')
  await owner.end()
})
afterAll(() => world.stop())

const FILL = `
  insert into charge (merchant_id, id, environment, order_reference, amount_cents, status, fee_percent_bps,
    fee_fixed_cents, reserve_bps, reserve_days, settlement_delay_days, refund_fee_policy, refunded_cents,
    refunding_cents, pending_left_cents, reserve_left_cents, fee_left_cents, fee_cents, net_cents, reserve_cents,
    end_to_end_id, paid_at, expires_in_seconds, expires_at, late_payment, is_simulated, payments_count, metadata,
    idempotency_key, fingerprint, checks_count, created_at, updated_at)
  select $1, gen_random_uuid(), 'production', 'reserva-' || n, 1000, 'paid', 0, 0, 1000, 30, 0, 'prorata', 0,
    0, 0, 100, 0, 0, 1000, 100,
    'reserva-' || n, now() - n * interval '1 minute', 3600, now(), false, false, 1, '{}',
    'reserva-' || n, '\\x00', 0, now(), now()
  from generate_series(1, $2::integer) n`

test('a schedule reads only as many charges as its limit, of all merchants, from an index without a sort', async () => {
  const plans: PlanNode[] = []
  const given = { merchantId: world.merchantId, zone: 'America/Sao_Paulo' }
  const limits = { days: 7, charges: READ_MAX }
  await readReserveSchedule(capturePlans(world.context(), plans), given, limits)
  expect(rowsRead(plans, 'charge')).toBe(READ_MAX + 1)
  const scans = plans.flatMap(planNodesOf).filter((node) => node['Relation Name'] === 'charge')
  expect(scans.map((node) => node['Index Name'])).toEqual(['charge_reserve_due'])
})
