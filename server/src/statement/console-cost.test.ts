import { getNamedType } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordPayout } from '../payouts/record-payout.ts'
import { settleEverything } from '../testing/books.ts'
import { counted } from '../testing/count-statements.ts'
import { TestConsole, type ConsoleClient } from '../testing/console-client.ts'
import { aPaidCharge } from '../testing/makers.ts'
import { requestRefund } from '../testing/returns.ts'
import { Market } from '../testing/shops.ts'
import { openDispute } from '../disputes/open-dispute.ts'
import { makeSchema } from '../schema.ts'
import { openException } from '../settlements/exceptions.ts'

const counter = { statements: 0 }
const ROWS = 4

let market: Market
let office: TestConsole
let admin: ConsoleClient
let merchantId: string
beforeAll(async () => {
  market = await Market.start()
  const { world } = market
  const consoleContext: typeof world.kit.consoleContext = (id) =>
    counted(world.kit.consoleContext(id), counter)
  office = await TestConsole.start({ ...world.kit, consoleContext })
  admin = await office.signedIn('admin')
  const shop = await market.shop()
  merchantId = shop.merchantId
  const theirs = { rest: shop.rest, network: world.network, settleInbox: () => world.settleInbox() }
  for (let n = 0; n < ROWS; n++) {
    await market.endpoint(merchantId)
    const paid = await aPaidCharge(theirs, { order_reference: `pedido-${n}` })
    await requestRefund(shop.rest, paid.id, { amount_cents: 100 })
    await openException(
      world.context(),
      merchantId,
      { kind: 'missing_at_network', endToEndId: `E${n}`, paymentId: null, details: {} },
      world.clock.now(),
    )
  }
  await settleEverything(world)
  for (let n = 0; n < ROWS; n++) {
    const paidAt = world.clock.now()
    const made = { amountCents: 10n, externalReference: `T${n}`, paidAt, forceReason: 'Conferido' }
    await recordPayout(world.context(), merchantId, made)
    const paid = await aPaidCharge(theirs)
    const input = {
      endToEndId: paid.end_to_end_id ?? '',
      amountCents: null,
      nature: 'MED',
      description: null,
    }
    await openDispute(world.context(), merchantId, input)
  }
})
afterAll(async () => {
  await office.stop()
  await market.stop()
})

const OPERATIONS: [string, string, number][] = [
  [
    'charges, with all that belongs to each',
    `charges(first: N) { nodes { refundableCents refunds { id } cases { id kind merchant { name } dispute { status } }
      payments { id } correlationIds journalLines { journalId } events { id deliveries { id event { body } } }
      merchant { name termsHistory { version changedBy } } timeline { kind } } }`,
    17,
  ],
  [
    'cases, with their disputes',
    'cases(kind: [dispute], first: N) { nodes { id merchant { name } dispute { status } } }',
    4,
  ],
  [
    'payouts, with their lines',
    'payouts(first: N) { nodes { id createdBy merchant { name } journalLines { journalId } } }',
    4,
  ],
  [
    'differences with the network',
    'reconciliationExceptions(first: N) { nodes { id closedBy details { name } merchant { name } } }',
    3,
  ],
  [
    'the endpoints of all merchants',
    `webhookEndpointFleet(first: N) { nodes { id merchant { name } health { state pending }
      lag { due lagSeconds } errors24h { errorClass attempts } } }`,
    7,
  ],
  [
    'deliveries, with their events and attempts',
    `webhookDeliveries(filter: { merchantId: "M" }, first: N) {
      nodes { id endpointUrl event { body } attemptLog { n requestHeaders { name } timings { totalMs } } } }`,
    5,
  ],
  [
    'the statement, with its charges',
    'statement(filter: { merchantId: "M" }, first: N) { nodes { journalId balanceAfterCents charge { orderReference } } }',
    4,
  ],
  [
    'bulk replays',
    'webhookReplays(merchantId: "M", first: N) { nodes { id status matched done failed } }',
    3,
  ],
  ['the record of acts', 'auditEntries(first: N) { nodes { id action actorName merchant { name } } }', 6],
]

test('a list without a bound of its own is not served', () => {
  const lists = Object.values(makeSchema().getQueryType()?.getFields() ?? {})
    .filter(({ type }) => getNamedType(type).name.endsWith('Connection'))
    .map(({ name }) => name)
  expect(lists.length).toBeGreaterThan(8)
  expect(lists.filter((name) => !OPERATIONS.some(([, text]) => text.startsWith(name)))).toEqual([])
})

async function statementsFor(operation: string, first: number): Promise<number> {
  const text = `{ ${operation.replace('N)', `${first})`).replace('"M"', `"${merchantId}"`)} }`
  const warm = await admin.send(text)
  expect(warm.errors).toEqual([])
  counter.statements = 0
  await admin.send(text)
  return counter.statements
}

test.each(OPERATIONS)('%s cost as many statements for many as for one', async (_what, operation, most) => {
  const forOne = await statementsFor(operation, 1)
  expect(forOne).toBeGreaterThan(1)
  expect(await statementsFor(operation, ROWS)).toBe(forOne)
  expect(forOne).toBeLessThanOrEqual(most)
})

const HOME = `home {
  support { createdTooLong openDisputes failingEndpoints deliveryLagSeconds chargesCreatedTooLong { id }
    disputesOpen { dispute { status } merchant { name } } endpointsFailing { id } }
  finance { positions { totalCents } today { totalCents } sevenDays { totalCents } ledgerVerdict { sound }
    lastPayouts { merchant { name } } suspendedMerchants { codes merchant { name } } } }`

test.each([
  ['the first page', HOME, 14],
  ['finding by a reference', 'search(text: "pedido-") { id merchant { name } }', 7],
  ['finding by an id', 'search(text: "01890000-0000-7000-8000-00000000000f") { id merchant { name } }', 11],
])('%s costs a known number of statements', async (_what, operation, most) => {
  expect(await statementsFor(operation, 1)).toBe(most)
})
