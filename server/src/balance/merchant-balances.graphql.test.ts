import { beforeAll, expect, test } from 'vitest'
import { sql } from '../kernel/database/sql.ts'
import { SERVICE_MERCHANT_ID } from '../merchants/merchant.entity.ts'
import { recordPayout } from '../payouts/record-payout.ts'
import type { ConsoleClient } from '../testing/clients/console-client.ts'
import { aPaidCharge } from '../testing/fixtures/charges.ts'
import { aDebt } from '../testing/fixtures/debts.ts'
import { settleEverything } from '../testing/fixtures/ledger.ts'
import { startConsole } from '../testing/fixtures/start-console.ts'

const DAY_MS = 86_400_000

const { world, testConsole } = await startConsole({ terms: { feePercentBps: 100, reserveBps: 1_000 } })
let finance: ConsoleClient
let small: string
let dayOne: Date

beforeAll(async () => {
  const other = await world.anotherMerchant({ feePercentBps: 0 })
  small = other.merchantId
  await aPaidCharge(world, { amount_cents: 50_000 })
  await aPaidCharge(
    { rest: other.rest, network: world.network, settleInbox: () => world.settleInbox() },
    { amount_cents: 7_000 },
  )
  dayOne = world.clock.now()
  world.clock.advance(DAY_MS)
  await settleEverything(world)
  await recordPayout(world.context(), world.merchantId, {
    amountCents: 44_000n,
    externalReference: 'T-1',
    paidAt: world.clock.now(),
  })
  await aDebt(world, small, 900n)
  finance = await testConsole.signedIn('finance')
})

const AMOUNTS = 'totalCents availableCents pendingCents receivableCents'
const QUERY = `query ($filter: MerchantBalanceFilter, $first: Int, $after: String) {
  merchantBalances(filter: $filter, first: $first, after: $after) {
    nodes { id merchant { name } positions { ${AMOUNTS} } }
    totals { ${AMOUNTS} asOf }
    totalCount
    pageInfo { hasNextPage endCursor }
  }
}`

type Amounts = Record<'totalCents' | 'availableCents' | 'pendingCents' | 'receivableCents', string>
interface Answer {
  merchantBalances: {
    nodes: { id: string; positions: Amounts | null }[]
    totals: (Amounts & { asOf: string }) | null
    totalCount: number
    pageInfo: { hasNextPage: boolean; endCursor: string | null }
  }
}

async function balances(variables: object, client = finance): Promise<Answer['merchantBalances']> {
  const { data, errors } = await client.send<Answer>(QUERY, { ...variables })
  expect(errors).toEqual([])
  if (!data) throw new Error('the query merchantBalances returned no data')
  return data.merchantBalances
}

/** Sums the visible journal lines of each merchant that were posted up to a time. */
async function linesUntil(at: Date): Promise<Record<string, string>> {
  const rows = await sql<{ id: string; cents: bigint }>(
    world.context(),
    `select m.id, coalesce(sum(l.amount_cents) filter (where e.posted_at <= $1), 0)::bigint as cents
     from merchant m
     left join journal_line l on l.merchant_id = m.id and l.position is not null
     left join journal_entry e on e.merchant_id = l.merchant_id and e.id = l.journal_id
     where m.id <> $2 group by m.id`,
    [at, SERVICE_MERCHANT_ID],
  )
  return Object.fromEntries(rows.map(({ id, cents }) => [id, cents.toString()]))
}

const totalsById = (nodes: Answer['merchantBalances']['nodes']) =>
  Object.fromEntries(nodes.map(({ id, positions }) => [id, positions?.totalCents]))

test('the balances of all merchants equal the sums of their journal lines, now and at a past time', async () => {
  const now = await balances({})
  expect(totalsById(now.nodes)).toEqual(await linesUntil(world.clock.now()))
  const past = await balances({ filter: { asOf: dayOne } })
  expect(totalsById(past.nodes)).toEqual(await linesUntil(dayOne))
  expect(totalsById(past.nodes)).not.toEqual(totalsById(now.nodes))
  expect(past.totals).toMatchObject({
    totalCents: '56500',
    availableCents: '0',
    asOf: dayOne.toISOString(),
  })
})

test('a debt is a negative receivable, and a time in the future gives the current balances', async () => {
  const { nodes, totals } = await balances({ filter: { asOf: new Date('2999-01-01T00:00:00Z') } })
  expect(nodes.find(({ id }) => id === small)?.positions).toMatchObject({ receivableCents: '-900' })
  expect(Date.parse(totals?.asOf ?? '')).toBeLessThanOrEqual(world.clock.now().getTime())
})

test.each([
  ['name', () => [small, world.merchantId]],
  ['total', () => [small, world.merchantId]],
  ['available', () => [small, world.merchantId]],
  ['debt', () => [small, world.merchantId]],
])('merchants sorted by %s keep this order across pages', async (order, expected) => {
  const first = await balances({ filter: { order, asOf: null }, first: 1 })
  const second = await balances({ filter: { order, asOf: null }, first: 1, after: first.pageInfo.endCursor })
  expect([...first.nodes, ...second.nodes].map(({ id }) => id)).toEqual(expected())
  expect(second.pageInfo.hasNextPage).toBe(false)
})

test('sorting by an amount puts the largest amount first', async () => {
  const { nodes } = await balances({ filter: { order: 'total', asOf: dayOne } })
  expect(nodes.map(({ positions }) => positions?.totalCents)).toEqual(['49500', '7000'])
})

test('later pages have the totals at the time of the first page', async () => {
  const first = await balances({ filter: { order: 'total' }, first: 1 })
  world.clock.advance(1_000)
  await aPaidCharge(world, { amount_cents: 100 })
  const second = await balances({ filter: { order: 'total' }, first: 1, after: first.pageInfo.endCursor })
  expect(second.totals).toEqual(first.totals)
  expect(await balances({})).not.toMatchObject({ totals: first.totals })
})

test('the totals and the count cover all merchants whose name contains the search text, even if there are none', async () => {
  const found = await balances({ filter: { search: 'joão' }, first: 1 })
  expect(found).toMatchObject({ nodes: [{ id: world.merchantId }], totalCount: 1 })
  expect(found.totals?.totalCents).toBe(found.nodes[0]?.positions?.totalCents)
  expect(await balances({ filter: { search: '100%_' } })).toMatchObject({
    nodes: [],
    totals: { totalCents: '0' },
  })
})

test('support sees the merchants but not their amounts, and may not sort the merchants by an amount', async () => {
  const support = await testConsole.signedIn('support')
  const seen = await balances({}, support)
  expect(seen.nodes).toHaveLength(2)
  expect(seen).toMatchObject({ nodes: [{ positions: null }, { positions: null }], totals: null })
  expect(await support.send(QUERY, { filter: { order: 'total' } })).toMatchObject({ code: 'FORBIDDEN' })
  const file = { list: 'merchants', format: 'csv', zone: 'UTC', columns: [{ id: 'name' }, { id: 'total' }] }
  expect(await (await support.export(file)).text()).toContain('Padaria São João,\r\n')
  expect((await support.export({ ...file, filter: { order: 'total' } })).status).toBe(403)
})

test('the sum of all balances at a past time equals the sum of the journal lines up to then', async () => {
  const { data, errors } = await finance.send<{ ledgerSum: Record<string, string> }>(
    `query ($t: DateTime!) { ledgerSum(asOf: $t) { asOf merchantsCents serviceCents linesCents linesCount } }`,
    { t: dayOne },
  )
  expect(errors).toEqual([])
  expect(data?.ledgerSum).toMatchObject({
    asOf: dayOne.toISOString(),
    merchantsCents: '56500',
    serviceCents: '0',
    linesCents: '56500',
  })
  expect(data?.ledgerSum['linesCount']).toBeGreaterThan(2)
})
