import { getNamedType } from 'graphql'
import { beforeAll, expect, test } from 'vitest'
import { sql } from '../kernel/database/sql.ts'
import { makeSchema } from '../schema.ts'
import { aBankAccount, BANK_ACCOUNT } from '../testing/fixtures/bank-accounts.ts'
import { GrowingDataset, type DatasetIds } from '../testing/fixtures/growing-dataset.ts'
import type { ConsoleClient } from '../testing/clients/console-client.ts'
import { COSTS, GROWING, QUERIES } from '../testing/suites/console-query-limits.ts'
import { countStatements, fewestStatements, type Counter } from '../testing/suites/count-statements.ts'
import { PAYER } from '../testing/fixtures/charges.ts'
import { startWebhookConsole } from '../testing/fixtures/start-console.ts'

const counter: Counter = { statements: 0 }
const ROWS = 4

const { fixture, testConsole } = await startWebhookConsole(({ world: { kit } }) => ({
  ...kit,
  consoleContext: (id) => countStatements(kit.consoleContext(id), counter),
}))
let admin: ConsoleClient
let ids: DatasetIds
/** The cost and the response of each console query while the database has one row of each kind. */
const before = new Map<string, QueryCost>()

interface QueryCost {
  statements: number
  merchantLoads: number
  /** The data of the query's response, as JSON. */
  answer: string
}

/** The number of SQL statements of the home page, without those that load merchants. */
const HOME_STATEMENTS = 9
/**
 * The maximum number of SQL statements with which the home page loads merchants. Several fields load merchants. Fields
 * that load merchants in the same tick of the event loop share one SQL statement.
 */
const HOME_MERCHANT_LOADS_MAX = 2

beforeAll(async () => {
  const dataset = await GrowingDataset.open(fixture, testConsole)
  ids = await dataset.grow()
  admin = await testConsole.signInAs(dataset.person)
  for (const name of Object.keys(COSTS)) before.set(name, await costOf(name))
  for (let n = 1; n < ROWS; n++) await dataset.grow()
})

/** Sends the query once before the SQL statements are counted, so that reads which the process caches do not count. */
async function measure(text: string, variables: Record<string, unknown> = {}): Promise<QueryCost> {
  const { errors } = await admin.send(text, variables)
  expect(errors).toEqual([])
  const { answer, ...cost } = await fewestStatements(counter, () => admin.send(text, variables))
  return { ...cost, answer: JSON.stringify(answer.data) }
}

const withoutMerchantLoads = ({ statements, merchantLoads }: QueryCost): number => statements - merchantLoads

/**
 * Returns the number of SQL statements that must be the same in each run. For the home page, excludes the SQL
 * statements that load merchants.
 */
const fixedStatements = (name: string, cost: QueryCost): number =>
  name === 'Home' ? withoutMerchantLoads(cost) : cost.statements

const costOf = (name: string): Promise<QueryCost> => measure(QUERIES.get(name) ?? '', COSTS[name]?.[1](ids))

test('every console query has a maximum number of SQL statements', () => {
  expect(QUERIES.size).toBeGreaterThan(30)
  expect(Object.keys(COSTS).toSorted()).toEqual([...QUERIES.keys()].toSorted())
})

test('every console query runs as many SQL statements for many rows as for one row, and not more than its maximum', async () => {
  const costs: Record<string, number> = {}
  const fixedBefore: Record<string, number> = {}
  const fixedNow: Record<string, number> = {}
  const notGrown: string[] = []
  for (const [name, was] of before) {
    const now = await costOf(name)
    costs[name] = now.statements
    fixedBefore[name] = fixedStatements(name, was)
    fixedNow[name] = fixedStatements(name, now)
    if (now.answer.length <= was.answer.length) notGrown.push(name)
  }
  expect(fixedNow).toEqual(fixedBefore)
  expect(Object.entries(costs).filter(([name, cost]) => cost > (COSTS[name]?.[0] ?? 0))).toEqual([])
  expect(notGrown.filter((name) => GROWING.includes(name))).toEqual([])
})

test('no response to a console query contains a full document number or bank account number', async () => {
  const { world } = fixture
  await aBankAccount(world, ids.merchantId)
  const merchants = await sql<{ document: string }>(world.context(), 'select document from merchant')
  const secrets = [PAYER.document, BANK_ACCOUNT.account, ...merchants.map(({ document }) => document)]
  for (const name of Object.keys(COSTS)) {
    const { answer } = await costOf(name)
    expect([name, secrets.filter((text) => answer.includes(text))]).toEqual([name, []])
  }
  expect((await costOf('Merchant')).answer).toContain('holderDocumentMasked')
})

const OPERATIONS: [string, string, number][] = [
  [
    'charges with all their fields',
    `charges(first: N) { nodes { refundableCents refunds { id } cases { id kind merchant { name } dispute { status } }
      payments { id difference } correlationIds journalLines { journalId } events { id deliveries { id event { body } } }
      merchant { name termsHistory { version changedBy } } refundRefusal proceeds { paidOut { payoutId } }
      timeline { kind actor { name } } } }`,
    19,
  ],
  [
    'cases with their disputes',
    'cases(kind: [dispute], first: N) { nodes { id merchant { name } dispute { status } } }',
    4,
  ],
  [
    'payouts with their lines',
    'payouts(first: N) { nodes { id createdBy merchant { name } journalLines { journalId } } }',
    4,
  ],
  [
    'lines of a payout',
    'payoutLines(merchantId: "M", payoutId: "P", first: N) { nodes { journalId charge { id } } }',
    4,
  ],
  [
    'reconciliation exceptions',
    'reconciliationExceptions(first: N) { nodes { id closedBy leftUnsettled details { name } merchant { name } } }',
    3,
  ],
  [
    'merchants with their balances',
    'merchantBalances(first: N) { nodes { id merchant { name suspensionCodes } positions { totalCents } } totals { totalCents } }',
    4,
  ],
  [
    'the endpoints of all merchants',
    `webhookEndpointFleet(first: N) { nodes { id merchant { name } health { state pending lagSeconds }
      errors24h { errorClass attempts } } }`,
    6,
  ],
  [
    'deliveries with their events and attempts',
    `webhookDeliveries(filter: { merchantId: "M" }, first: N) {
      nodes { id endpointUrl event { body } attemptLog { n requestHeaders { name } timings { totalMs } } } }`,
    5,
  ],
  [
    'statement lines with their charges',
    'statement(filter: { merchantId: "M" }, first: N) { nodes { journalId balanceAfterCents charge { orderReference } } }',
    4,
  ],
  [
    'bulk replays',
    'webhookReplays(merchantId: "M", first: N) { nodes { id status matched done failed } }',
    2,
  ],
  [
    'audit entries',
    'auditEntries(filter: { action: "debt.ask_write_off" }, first: N) { nodes { id action actorName target { name } merchant { name } } }',
    5,
  ],
  [
    'calls of the merchant API',
    'requests(first: N) { nodes { id apiKeyName fields { path } merchant { name } } }',
    4,
  ],
]

test('every list field of the schema is in OPERATIONS', () => {
  const lists = Object.values(makeSchema().getQueryType()?.getFields() ?? {})
    .filter(({ type }) => getNamedType(type).name.endsWith('Connection'))
    .map(({ name }) => name)
  expect(lists.length).toBeGreaterThan(8)
  expect(lists.filter((name) => !OPERATIONS.some(([, text]) => text.startsWith(name)))).toEqual([])
})

async function statementsFor(operation: string, rows: number): Promise<number> {
  const { merchantId, payoutId } = ids
  const text = operation
    .replace('N)', `${rows})`)
    .replace('"M"', `"${merchantId}"`)
    .replace('"P"', `"${payoutId}"`)
  return (await measure(`{ ${text} }`)).statements
}

test.each(OPERATIONS)(
  'the query for %s runs as many SQL statements for many rows as for one row, and not more than its maximum',
  async (_what, operation, most) => {
    const forOne = await statementsFor(operation, 1)
    expect(forOne).toBeGreaterThan(1)
    expect(await statementsFor(operation, ROWS)).toBe(forOne)
    expect(forOne).toBeLessThanOrEqual(most)
  },
)

const HOME = `home {
  attention { id merchant { name } } attentionCounts { count }
  support { openDisputes failingEndpoints deliveryLagSeconds }
  finance { positions { totalCents } today { totalCents } sevenDays { totalCents } ledgerVerdict { sound }
    lastPayouts { merchant { name } } suspendedMerchants { codes merchant { name } } } }`

test('the query of the home page runs a fixed number of SQL statements, and one or two more that load merchants', async () => {
  const cost = await measure(`{ ${HOME} }`)
  expect(withoutMerchantLoads(cost)).toBe(HOME_STATEMENTS)
  expect(cost.merchantLoads).toBeGreaterThanOrEqual(1)
  expect(cost.merchantLoads).toBeLessThanOrEqual(HOME_MERCHANT_LOADS_MAX)
})

test.each([
  ['a search by reference', 'search(text: "pedido-") { id merchant { name } }', 7],
  ['a search by id', 'search(text: "01890000-0000-7000-8000-00000000000f") { id merchant { name } }', 12],
])('%s runs a fixed number of SQL statements', async (_what, operation, most) => {
  expect(await statementsFor(operation, 1)).toBe(most)
})
