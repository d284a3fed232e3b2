import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '../kernel/context.ts'
import { blocksOf, explainOnly, planNodesOf, rowsRead, type PlanNode } from '../testing/suites/explain.ts'
import { World } from '../testing/world.ts'
import { countCharges } from './list-charges.ts'
import { selectChargesWithAttention, selectDifferingCharges } from './attention/select-attention.ts'
import { selectCharges, type ListConditions } from './select-charges.ts'

const CHARGES = 100_000
const PAGE = 51
/**
 * The number of pending charges. The pending charges are older than all other charges. The oldest `OVERDUE` pending
 * charges have passed their expiry time, but are still stored as pending.
 */
const PENDING = 20_000
const OVERDUE = 20
/** The numbers of payments, of payments with an exception, and of payments whose exception is open. */
const PAYMENTS = 20_000
const EXCEPTIONS = 2_000
const DIFFERING = 60
const START = Date.parse('2026-01-01T00:00:00Z')

let world: World
beforeAll(async () => {
  world = await World.start()
  const owner = new Client({ connectionString: world.database.superuserUrl })
  await owner.connect()
  await owner.query(FILL, [world.merchantId, CHARGES, new Date(START)])
  await owner.query(FILL_PENDING, [world.merchantId, PENDING, new Date(START), OVERDUE])
  // Turn foreign key checks off: the payments have no journal entries, because the lists do not read journal entries.
  await owner.query(`set session_replication_role = 'replica'`)
  await owner.query(FILL_PAYMENTS, [PAYMENTS])
  await owner.query(FILL_EXCEPTIONS, [DIFFERING, EXCEPTIONS])
  await owner.query('analyze charge, payment, reconciliation_exception')
  await owner.end()
})
afterAll(() => world.stop())

/** SQL that inserts charges whose creation times are one second apart. */
const FILL = `
  insert into charge (merchant_id, id, environment, order_reference, amount_cents, status, fee_percent_bps, fee_fixed_cents,
    reserve_bps, reserve_days, settlement_delay_days, refund_fee_policy, fee_cents, net_cents, reserve_cents, refunded_cents,
    refunding_cents, pending_left_cents, reserve_left_cents, fee_left_cents, expires_in_seconds, expires_at, paid_at,
    late_payment, is_simulated, end_to_end_id, payments_count, metadata, idempotency_key, fingerprint, checks_count,
    created_at, updated_at)
  select $1, gen_random_uuid(), 'production', 'pedido-' || n, 1000, 'paid',
    200, 0, 0, 0, 0, 'prorata', 20, 980, 0,
    0, 0, 0, 0, 0, 3600, $3::timestamptz, $3::timestamptz, n % 500 = 0, false,
    'E' || n, case n % 500 when 1 then 2 else 1 end, '{}', 'chave-' || n, '\\x00', 0, $3::timestamptz + n * interval '1 second',
    $3::timestamptz
  from generate_series(1, $2::integer) n`

const FILL_PENDING = `
  insert into charge (merchant_id, id, environment, order_reference, amount_cents, status, fee_percent_bps, fee_fixed_cents,
    reserve_bps, reserve_days, settlement_delay_days, refund_fee_policy, refunded_cents, refunding_cents,
    pending_left_cents, reserve_left_cents, fee_left_cents, expires_in_seconds, expires_at, late_payment, is_simulated,
    payments_count, metadata, idempotency_key, fingerprint, checks_count, created_at, updated_at)
  select $1, gen_random_uuid(), 'production', 'aberto-' || n, 1000, 'pending', 200, 0, 0, 0, 0, 'prorata', 0, 0,
    0, 0, 0, 3600, now() + case when n <= $4::integer then interval '-1 hour' else interval '1 hour' end, false, false,
    0, '{}', 'aberto-' || n, '\\x00', 0, $3::timestamptz - ($2::integer - n) * interval '1 second', $3::timestamptz
  from generate_series(1, $2::integer) n`

const FILL_PAYMENTS = `
  insert into payment (merchant_id, id, journal_id, end_to_end_id, amount_cents, charge_id, classification, paid_at,
    recorded_at)
  select merchant_id, id, id, end_to_end_id, 1000, id, 'primary', created_at, created_at
  from charge where status = 'paid' order by created_at limit $1::integer`

const FILL_EXCEPTIONS = `
  insert into reconciliation_exception (merchant_id, id, kind, state, subject, end_to_end_id, payment_id, details,
    opened_at, checked_at, closed_at, closed_by, resolution)
  select merchant_id, id, 'missing_at_network', case when n <= $1::integer then 'open' else 'closed' end,
    end_to_end_id, end_to_end_id, id, '{}', paid_at, paid_at,
    case when n > $1::integer then paid_at end, case when n > $1::integer then 'staff:1' end,
    case when n > $1::integer then 'ok' end
  from (select *, row_number() over (order by paid_at) as n from payment) numbered
  where n <= $2::integer`

const conditions = (row: number, changes: Partial<ListConditions> = {}): ListConditions => ({
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
  after: { createdAt: new Date(START + (CHARGES - row) * 1_000), id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' },
  ...changes,
})

const listPage =
  (given: ListConditions) =>
  (ctx: Context): Promise<unknown> =>
    selectCharges(ctx, given, PAGE).execute()

async function planOf(run: (ctx: Context) => Promise<unknown>): Promise<PlanNode> {
  const plans: PlanNode[] = []
  await run(explainOnly(world.context(), plans))
  const [plan] = plans
  if (!plan) throw new Error('planOf: expected the query plan of a statement, got none')
  return plan
}

test.each<[string, Partial<ListConditions>]>([
  ["a merchant's charges", {}],
  ["a merchant's charges of one status", { status: ['paid'] }],
  ["every merchant's charges, for staff", { merchantId: null }],
])(
  'a page of %s is an index scan without a sort, about as cheap at row 99,000 as at row 100',
  async (_, changes) => {
    const near = await planOf(listPage(conditions(100, changes)))
    const deep = await planOf(listPage(conditions(99_000, changes)))
    for (const plan of [near, deep]) {
      const kinds = planNodesOf(plan).map((step) => step['Node Type'])
      expect(kinds.filter((kind) => kind.includes('Sort') || kind === 'Seq Scan')).toEqual([])
      expect(kinds.some((kind) => kind.startsWith('Index'))).toBe(true)
      expect(plan['Actual Rows']).toBe(PAGE)
    }
    expect(blocksOf(deep)).toBeLessThan(blocksOf(near) * 2)
  },
)

test.each([
  ["a merchant's", true],
  ["every merchant's", false],
])('counting %s charges scans an index and reads no more rows than it counts', async (_, isOfMerchant) => {
  const merchantId = isOfMerchant ? world.merchantId : null
  const plan = await planOf((ctx) => countCharges(ctx, merchantId, {}, PAGE))
  const steps = planNodesOf(plan)
  expect(steps.filter(({ 'Node Type': kind }) => kind.includes('Sort') || kind === 'Seq Scan')).toEqual([])
  expect(Math.max(...steps.map((step) => step['Actual Rows']))).toBe(PAGE)
})

test.each<[string, Partial<ListConditions>]>([
  ['late', { latePayment: true }],
  ['more than once', { duplicates: true }],
])('a list of charges paid %s scans a partial index', async (_, changes) => {
  for (const merchantId of [world.merchantId, null]) {
    const plan = await planOf(listPage(conditions(0, { ...changes, merchantId })))
    const steps = planNodesOf(plan)
    expect(steps.filter((step) => /Sort|Seq Scan/.test(step['Node Type']))).toEqual([])
    expect(plan['Actual Rows']).toBe(PAGE)
    expect(blocksOf(plan)).toBeLessThan(PAGE * 4)
  }
})

test('a list of charges that need attention reads few other charges, however old the listed charges are', async () => {
  for (const merchantId of [world.merchantId, null]) {
    const wanted = conditions(0, { merchantId, needsAttention: true })
    const plan = await planOf((ctx) => selectChargesWithAttention(ctx, wanted, PAGE).execute())
    expect(
      planNodesOf(plan).filter(
        (step) => step['Node Type'] === 'Seq Scan' && step['Relation Name'] === 'charge',
      ),
    ).toEqual([])
    expect(plan['Actual Rows']).toBe(PAGE)
    expect(rowsRead([plan], 'charge')).toBeLessThanOrEqual(PAGE * 4)
  }
})

test('a list of charges with open exceptions reads about as many rows as there are open exceptions', async () => {
  for (const merchantId of [world.merchantId, null]) {
    const wanted = conditions(0, { merchantId, hasDifference: true })
    const plan = await planOf((ctx) => selectDifferingCharges(ctx, wanted, PAGE).execute())
    expect(plan['Actual Rows']).toBe(PAGE)
    for (const table of ['charge', 'payment', 'reconciliation_exception'])
      expect(rowsRead([plan], table)).toBeLessThanOrEqual(DIFFERING * 2)
  }
})

test.each([
  ["a merchant's", true],
  ["every merchant's", false],
])('a list of %s expired charges reads few pending charges that did not expire', async (_, isOfMerchant) => {
  const merchantId = isOfMerchant ? world.merchantId : null
  const plan = await planOf(listPage(conditions(0, { merchantId, status: ['expired'] })))
  expect(plan['Actual Rows']).toBe(OVERDUE)
  expect(rowsRead([plan], 'charge')).toBeLessThanOrEqual(OVERDUE * 4)
})
