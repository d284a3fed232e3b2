import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blocksOf, capturePlans, planNodesOf, type PlanNode } from '../testing/suites/explain.ts'
import { World } from '../testing/world.ts'
import { findDueWork } from './find-due-work.ts'

/** The number of rows of each kind that wait for a later time. */
const ROWS = 5_000
/** The maximum number of pages that the SQL statement may read: a few for each of its conditions. */
const BLOCKS_MAX = 150

let world: World
beforeAll(async () => {
  world = await World.start()
  const owner = new Client({ connectionString: world.database.superuserUrl })
  await owner.connect()
  // Disable the foreign keys, because the inserted rows have no charges and payments.
  await owner.query(`set session_replication_role = 'replica'`)
  for (const statement of FILL) await owner.query(statement, [world.merchantId, ROWS])
  await owner.query('analyze')
  await owner.end()
})
afterAll(() => world.stop())

const FILL = [
  `insert into charge (merchant_id, id, environment, order_reference, amount_cents, status, fee_percent_bps, fee_fixed_cents,
    reserve_bps, reserve_days, settlement_delay_days, refund_fee_policy, refunded_cents, refunding_cents,
    pending_left_cents, reserve_left_cents, fee_left_cents, expires_in_seconds, expires_at, next_check_at,
    late_payment, is_simulated, payments_count, metadata, idempotency_key, fingerprint, checks_count, created_at,
    updated_at)
  select $1, gen_random_uuid(), 'production', 'pedido-' || n, 1000, case n % 2 when 0 then 'pending' else 'created' end,
    200, 0, 0, 0, 0, 'prorata', 0, 0, 0, 0, 0, 3600, now() + interval '1 hour', now() + interval '1 hour',
    false, false, 0, '{}', 'chave-' || n, '\\x00', 0, now(), now()
  from generate_series(1, $2::integer) n`,
  `insert into network_inbox (id, kind, dedupe_key, end_to_end_id, amount_cents, paid_at, raw, source, state, attempts,
    next_attempt_at, received_at)
  select gen_random_uuid(), 'pix', 'E' || n, 'E' || n, 1000, now(), '{}', 'callback', 'waiting', 0,
    now() + interval '1 hour', now()
  from generate_series(1, $2::integer) n where $1::uuid is not null`,
  `insert into network_listing (end_to_end_id, amount_cents, paid_at, listed_at, state, attempts, next_attempt_at)
  select 'E' || n, 1000, now(), now(), 'waiting', 0, now() + interval '1 hour'
  from generate_series(1, $2::integer) n where $1::uuid is not null`,
]

test('looking for due work reads few pages while many rows wait for a later time', async () => {
  const plans: PlanNode[] = []
  expect(await findDueWork(capturePlans(world.context('job:watch'), plans))).toEqual([])
  expect(Math.max(...plans.map(blocksOf))).toBeLessThan(BLOCKS_MAX)
  const scanned = plans.flatMap(planNodesOf).filter((step) => step['Node Type'] === 'Seq Scan')
  const tables = scanned.map((step) => step['Relation Name'])
  for (const table of ['charge', 'network_inbox', 'network_listing']) expect(tables).not.toContain(table)
})
