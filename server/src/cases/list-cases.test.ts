import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { explainOnly, planNodesOf, rowsRead, type PlanNode } from '../testing/suites/explain.ts'
import { World } from '../testing/world.ts'
import { countCases, listCases } from './case.queries.ts'
import { selectCases, type CaseFilter } from './select-cases.ts'

const ROUNDS = 1_600
/**
 * The test inserts the cases in rounds of this many cases. Most cases of a round are closed, as in a service that has
 * run for some time.
 */
const ROUND = 25
/** The test numbers the cases from 0. The disputes of the cases below this number have the status `returning`. */
const RETURNING = 50
const PAGE = 51
/**
 * The maximum number of rows that one part of the list may read. The limit is twice a page, because the query plan
 * contains only rounded numbers of rows.
 */
const READ_MAX = PAGE * 2
const START = Date.parse('2026-01-01T00:00:00Z')
const HOUR_MS = 3_600_000

let world: World
beforeAll(async () => {
  world = await World.start()
  const owner = new Client({ connectionString: world.database.superuserUrl })
  await owner.connect()
  // Turn foreign key checks off: the cases have no charge and no payment, because the lists do not read these records.
  await owner.query(`set session_replication_role = 'replica'`)
  await owner.query(FILL, [world.merchantId, ROUNDS, new Date(START), ROUND])
  await owner.query(FILL_DISPUTES, [RETURNING])
  await owner.query('analyze financial_case')
  await owner.query('analyze dispute')
  await owner.end()
})
afterAll(() => world.stop())

/**
 * SQL that inserts cases, one hour apart. In each round, the cases 0 and 1 are disputes, case 2 is an open held
 * payment, and case 3 is an open refund. All other cases are returned refunds. The later a refund was opened, the
 * earlier it was closed.
 */
const FILL = `
  insert into financial_case (merchant_id, id, kind, status, amount_cents, cover_cents, held_pending_cents,
    held_available_cents, held_payer_cents, reserve_released_cents, fee_returned_cents, opened_at, closed_at,
    order_reference)
  select $1, gen_random_uuid(),
    case when n % $4::integer < 2 then 'dispute' when n % $4::integer = 2 then 'held_payment' else 'refund' end,
    case when n % $4::integer > 3 then 'returned' else 'open' end, 1000, 0, 0, 0, 0, 0, 0,
    $3::timestamptz + n * interval '1 hour',
    case when n % $4::integer > 3 then $3::timestamptz + (2 * $2::integer * $4::integer - n) * interval '1 hour' end,
    n::text
  from generate_series(0, $2::integer * $4::integer - 1) n`

/**
 * SQL that inserts the disputes. A dispute that was opened later has an earlier deadline. Few disputes have the status
 * `returning`.
 */
const FILL_DISPUTES = `
  insert into dispute (merchant_id, case_id, payment_id, origin, nature, policy, status, answer_until, returned_cents,
    opened_at, updated_at)
  select merchant_id, id, gen_random_uuid(), 'staff', 'MED', 'return_what_exists',
    case when order_reference::integer < $1::integer then 'returning' else 'open' end,
    '2028-01-01T00:00:00Z'::timestamptz - (opened_at - '2026-01-01T00:00:00Z'::timestamptz), 0, opened_at, opened_at
  from financial_case where kind = 'dispute'`

/** Reads the list page by page. Returns the numbers of the first `most` cases. */
async function numbersOf(filter: CaseFilter, most: number): Promise<number[]> {
  const numbers: number[] = []
  let cursor: string | undefined
  do {
    const page = await listCases(world.context(), world.merchantId, filter, { limit: 1_000, cursor })
    numbers.push(...page.items.map(({ orderReference }) => Number(orderReference)))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined && numbers.length < most)
  return numbers.slice(0, most)
}

const isDispute = (n: number) => n % ROUND < 2
const all = Array.from({ length: ROUNDS * ROUND }, (_, n) => n)

test('open cases are listed by the earliest deadline, and closed cases by the latest closing', async () => {
  const open = [
    ...all.filter((n) => isDispute(n) && n >= RETURNING).toReversed(),
    ...all.filter((n) => n % ROUND === 2 || n % ROUND === 3),
    ...all.filter((n) => isDispute(n) && n < RETURNING).toReversed(),
  ]
  const closed = all.filter((n) => n % ROUND > 3)
  const most = 1_500
  expect(await numbersOf({ status: ['open'] }, Infinity)).toEqual(open)
  expect(await numbersOf({ status: ['released', 'returned'] }, most)).toEqual(closed.slice(0, most))
  expect(await numbersOf({}, most)).toEqual(all.toReversed().slice(0, most))
  const repeated: CaseFilter = { kind: ['held_payment', 'held_payment'], status: ['open', 'open'] }
  expect(await numbersOf(repeated, Infinity)).toEqual(all.filter((n) => n % ROUND === 2))
  expect(await countCases(world.context(), null, { status: ['open'] }, 1_001)).toBe(1_001)
})

const id = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const MIDDLE = (ROUNDS * ROUND * HOUR_MS) / 2
const PLACES = [
  ['open', 'the start', undefined],
  [
    'open',
    'the middle of the disputes',
    { rank: 0, at: new Date(Date.parse('2028-01-01T00:00:00Z') - MIDDLE), id },
  ],
  ['open', 'the middle of the other cases', { rank: 1, at: new Date(START + MIDDLE), id }],
  ['returned', 'the start', undefined],
  ['returned', 'the middle', { rank: 0, at: new Date(START + ROUNDS * ROUND * 2 * HOUR_MS - MIDDLE), id }],
] as const

test.each(PLACES)(
  'a page of %s cases at %s reads few rows that are not on the page',
  async (status, _, after) => {
    for (const merchantId of [world.merchantId, null]) {
      const plans: PlanNode[] = []
      const filter = { status: [status] }
      await selectCases(explainOnly(world.context(), plans), {
        merchantId,
        filter,
        after,
        limit: PAGE,
      })?.execute()
      expect(plans.map((plan) => plan['Actual Rows'])).toEqual([PAGE])
      expect(plans.flatMap(planNodesOf).map((node) => node['Node Type'])).not.toContain('Seq Scan')
      expect(rowsRead(plans, 'dispute')).toBeLessThanOrEqual(READ_MAX)
      expect(rowsRead(plans, 'financial_case')).toBeLessThanOrEqual(READ_MAX)
    }
  },
)
