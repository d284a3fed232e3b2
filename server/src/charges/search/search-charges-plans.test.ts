import { CompiledQuery } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blocksOf, explainOnly, planNodesOf, rowsRead, type PlanNode } from '../../testing/suites/explain.ts'
import { World } from '../../testing/world.ts'
import { onCharge } from '../charge.queries.ts'
import { newestByPayerName } from './name-words.ts'

const CHARGES = 60_000
const PAGE = 51

let world: World
beforeAll(async () => {
  world = await World.start()
  const owner = new Client({ connectionString: world.database.ownerUrl })
  await owner.connect()
  await owner.query(FILL, [world.merchantId, CHARGES])
  await owner.query(FILL_WORDS)
  await owner.query('vacuum analyze')
  await owner.end()
})
afterAll(() => world.stop())

/**
 * SQL that inserts charges whose creation times are one second apart. The payer names alternate between two words.
 */
const FILL = `
  insert into charge (merchant_id, id, environment, order_reference, amount_cents, status, fee_percent_bps, fee_fixed_cents,
    reserve_bps, reserve_days, settlement_delay_days, refund_fee_policy, refunded_cents, refunding_cents,
    pending_left_cents, reserve_left_cents, fee_left_cents, expires_in_seconds, expires_at, late_payment, is_simulated,
    payments_count, metadata, idempotency_key, fingerprint, checks_count, created_at, updated_at, payer_name_search)
  select $1, gen_random_uuid(), 'production', 'pedido-' || n, 1000, 'pending', 200, 0, 0, 0, 0, 'prorata', 0, 0,
    0, 0, 0, 3600, now(), false, false, 0, '{}', 'chave-' || n, '\\x00', 0, now() + n * interval '1 second', now(),
    case n % 2 when 0 then 'mariana' else 'mario' end
  from generate_series(1, $2::integer) n`

const FILL_WORDS = `
  insert into charge_name_word (merchant_id, word, created_at, charge_id)
  select merchant_id, payer_name_search, created_at, id from charge`

test('a search by a prefix merges the index ranges of the matching words and reads no more rows than a page', async () => {
  const plans: PlanNode[] = []
  const conditions = {
    merchantId: world.merchantId,
    status: [],
    orderReference: undefined,
    createdFrom: undefined,
    createdTo: undefined,
    amountFromCents: undefined,
    amountToCents: undefined,
    latePayment: false,
    duplicates: false,
    needsAttention: false,
    hasDifference: false,
    after: undefined,
  }
  const matches = { words: 'mari', condition: onCharge.lit(true), limit: PAGE }
  const ctx = world.context()
  const query = await newestByPayerName(ctx, conditions, matches)
  const { sql: text, parameters } = query?.compile() ?? { sql: '', parameters: [] }
  await explainOnly(ctx, plans)
    .em.getKysely()
    .executeQuery(CompiledQuery.raw(text, [...parameters]))
  const steps = plans.flatMap(planNodesOf)
  expect(steps.map((step) => step['Node Type'])).toContain('Merge Append')
  expect(steps.filter((step) => /Sort|Seq Scan/.test(step['Node Type']))).toEqual([])
  expect(rowsRead(plans, 'charge_name_word')).toBeLessThanOrEqual(PAGE)
  expect(Math.max(...plans.map(blocksOf))).toBeLessThan(PAGE * 10)
})
