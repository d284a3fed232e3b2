import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FailingMerchants } from '../kernel/jobs/failing-merchants.ts'
import { sql } from '../kernel/database/sql.ts'
import { Findings } from '../ledger/checks/findings.ts'
import { verifyMerchantLedger } from '../ledger/verify/verify-merchant-ledger.ts'
import { captureLog } from '../testing/captured-log.ts'
import { createCharge } from '../testing/fixtures/charges.ts'
import { recordStatements } from '../testing/suites/intercept-queries.ts'
import { refuseRows, type MerchantFixture } from '../testing/suites/it-isolates-failing-merchant.ts'
import { World } from '../testing/world.ts'
import { registerEndpoint } from '../webhooks/endpoints/register-endpoint.ts'
import { drainInbox } from './drain-inbox.ts'
import { MERCHANTS_MAX } from './plan-batches.ts'

const LOCK_MS = 300
const LIMIT = 1_000

type Merchant = Pick<MerchantFixture, 'merchantId' | 'rest'>

const { log, lines } = captureLog('warn')
let world: World
const merchants: Merchant[] = []
beforeAll(async () => {
  world = await World.start({ log, lockMs: LOCK_MS })
  while (merchants.length < MERCHANTS_MAX)
    merchants.push(await world.anotherMerchant({ feePercentBps: 200, reserveBps: 1_000 }))
  world.clock.stop()
})
afterAll(() => world.stop())

/**
 * Creates a charge of each merchant and pays it, one after the other. The payments wait in the inbox in this order.
 * Returns the ids of the charges.
 */
async function payAll(payers: readonly Merchant[], amountCents = 10_000): Promise<string[]> {
  const ids: string[] = []
  for (const { rest } of payers) {
    const { body } = await createCharge(rest, { amount_cents: amountCents })
    world.network.pay({ txid: body.pix?.txid ?? '' })
    await world.network.idle()
    world.clock.advance(1)
    ids.push(body.id)
  }
  return ids
}

async function drain(failing?: FailingMerchants): Promise<{ count: number; sent: string[] }> {
  const sent: string[] = []
  const ctx = recordStatements(world.context('job:inbox'), sent)
  const count = await drainInbox(ctx, LIMIT, failing ? { failing } : {})
  return { count, sent }
}

const transactionsIn = (sent: readonly string[]): number => sent.filter((text) => text === 'begin').length

const statusOf = async (ids: readonly string[]): Promise<string[]> =>
  (
    await sql<{ status: string }>(
      world.context(),
      'select c.status from unnest($1::uuid[]) with ordinality as given (id, n) join charge c using (id) order by n',
      [ids],
    )
  ).map(({ status }) => status)

async function faultsOf(owners: readonly Merchant[]): Promise<unknown[]> {
  const findings = new Findings()
  for (const { merchantId } of owners) await verifyMerchantLedger(world.context(), merchantId, findings)
  return findings.items
}

/** Runs `work` while another transaction has run `statement`. */
async function beside(statement: string, work: () => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: world.database.ownerUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(statement)
    await work()
  } finally {
    await client.end()
  }
}

const pending = (count: number): string[] => Array.from({ length: count }, () => 'pending')
const paid = (count: number): string[] => Array.from({ length: count }, () => 'paid')

test('one transaction records the payments of several merchants, with the journal, events and deliveries of each', async () => {
  const [first, second] = merchants
  if (!first || !second) throw new Error('BUG: there are no merchants')
  const { endpoint } = await registerEndpoint(world.context(), first.merchantId, {
    url: 'https://loja.example/eventos',
    eventTypes: ['charge.paid'],
  })
  const ids = [...(await payAll([first, second, first], 10_000)), ...(await payAll([second], 5_000))]
  const { count, sent } = await drain()
  expect(count).toBe(4)
  expect(transactionsIn(sent)).toBe(1)
  expect(await statusOf(ids)).toEqual(paid(4))
  expect(await faultsOf(merchants)).toEqual([])
  const balances = await Promise.all(
    [first, second].map(({ rest }) => rest.get<Record<string, string>>('/v1/balance')),
  )
  expect(balances.map(({ body }) => body['total_cents'])).toEqual(['19600', '14700'])
  const events = await sql<{ charge_id: string; endpoint_id: string | null }>(
    world.context(),
    `select e.charge_id, d.endpoint_id from event_unsequenced u
     join webhook_event e on e.merchant_id = u.merchant_id and e.id = u.event_id
     left join webhook_delivery d on d.event_id = e.id
     where e.type = 'charge.paid' order by u.merchant_id = $1 desc, u.id`,
    [first.merchantId],
  )
  expect(events).toEqual([
    { charge_id: ids[0], endpoint_id: endpoint.id },
    { charge_id: ids[2], endpoint_id: endpoint.id },
    { charge_id: ids[1], endpoint_id: null },
    { charge_id: ids[3], endpoint_id: null },
  ])
})

test('recording needs the same number of SQL statements for 1, 5 and 25 merchants', async () => {
  const counts: number[] = []
  for (const size of [1, 5, MERCHANTS_MAX]) {
    const ids = await payAll(merchants.slice(0, size))
    const { count, sent } = await drain()
    expect(count).toBe(size)
    expect(await statusOf(ids)).toEqual(paid(size))
    counts.push(sent.length)
  }
  // Two of the ten statements read the due payments. The other statements are `begin`, three locks, the postings, the
  // rows, the events and `commit`.
  expect(counts).toEqual([10, 10, 10])
})

test('held payments of several merchants are recorded together, with a case for each', async () => {
  const [first, second] = merchants.slice(2)
  if (!first || !second) throw new Error('BUG: there are no merchants')
  for (const { rest } of [first, second]) {
    const { body } = await createCharge(rest, { amount_cents: 700 })
    world.network.pay({ txid: body.pix?.txid ?? '', times: 2 })
  }
  await world.network.idle()
  const { count, sent } = await drain()
  expect([count, transactionsIn(sent)]).toEqual([4, 1])
  const cases = await sql<{ merchant_id: string }>(
    world.context(),
    `select f.merchant_id from financial_case f join payment p on p.merchant_id = f.merchant_id and p.id = f.payment_id
     where p.classification = 'duplicate' and f.held_payer_cents = 700`,
  )
  expect(cases.map((row) => row.merchant_id).toSorted()).toEqual(
    [first.merchantId, second.merchantId].toSorted(),
  )
  expect(await faultsOf(merchants)).toEqual([])
})

test('a failing merchant does not stop the payments of others, and is later tried in its own transaction', async () => {
  const five = merchants.slice(0, 5)
  const bad = five[2]
  if (!bad) throw new Error('BUG: there are no merchants')
  const failing = new FailingMerchants()
  const accept = await refuseRows(world, 'payment', bad.merchantId)
  lines.length = 0
  const ids = await payAll(five)
  const failed = await drain(failing)
  expect(failed.count).toBe(4)
  expect(await statusOf(ids)).toEqual(['paid', 'paid', 'pending', 'paid', 'paid'])
  // One transaction tries the payments of all five merchants, then five transactions each try one merchant.
  expect(transactionsIn(failed.sent)).toBe(1 + 5)
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'payment not recorded', merchant_id: bad.merchantId }),
  )

  await payAll(five)
  const later = await drain(failing)
  expect(later.count).toBe(4)
  expect(transactionsIn(later.sent)).toBe(1 + 1)
  await accept()
  world.clock.advance(60_000)
  expect((await drain(failing)).count).toBe(2)
  expect(await statusOf(ids)).toEqual(paid(5))
  expect(await faultsOf(five)).toEqual([])
})

test('a locked ledger does not delay the transaction of the other merchants, and its payments are postponed', async () => {
  const five = merchants.slice(0, 5)
  const [locked] = five
  const ids = await payAll(five)
  await beside(
    `select from ledger_head where merchant_id = '${locked?.merchantId}' for no key update`,
    async () => {
      const { count, sent } = await drain()
      expect(count).toBe(4)
      expect(transactionsIn(sent)).toBe(2)
      expect(await statusOf(ids)).toEqual(['pending', ...paid(4)])
    },
  )
  const attempts = await sql(world.context(), `select attempts from network_inbox where state = 'waiting'`)
  expect(attempts).toEqual([{ attempts: 0 }])
  world.clock.advance(60_000)
  expect((await drain()).count).toBe(1)
  expect(await statusOf(ids)).toEqual(paid(5))
})

test('a locked charge does not delay the other merchants, and no payment of its merchant is recorded before it', async () => {
  const [first, second, third] = merchants
  if (!first || !second || !third) throw new Error('BUG: there are no merchants')
  const ids = await payAll([first, first, second, third])
  await beside(`select from charge where id = '${ids[1]}' for update`, async () => {
    const { count, sent } = await drain()
    expect([count, transactionsIn(sent)]).toEqual([2, 2])
    expect(await statusOf(ids)).toEqual([...pending(2), ...paid(2)])
  })
  world.clock.advance(60_000)
  expect((await drain()).count).toBe(2)
  expect(await statusOf(ids)).toEqual(paid(4))
  expect(await faultsOf([first])).toEqual([])
})

test('payments of a merchant that moves to another cell wait, while the others are recorded', async () => {
  const three = merchants.slice(0, 3)
  const [moving] = three
  const ids = await payAll(three)
  await world.database.asSuperuser(
    `insert into merchant_move (merchant_id, state, cell_id, attempt, updated_at)
     values ('${moving?.merchantId}', 'frozen', 'b', gen_random_uuid(), now())`,
  )
  expect((await drain()).count).toBe(2)
  expect(await statusOf(ids)).toEqual(['pending', ...paid(2)])
  await world.database.asSuperuser('delete from merchant_move')
  world.clock.advance(60_000)
  expect((await drain()).count).toBe(1)
})

test('two processes that read the same payments record each of them once', async () => {
  const ids = await payAll(merchants)
  const counts = await Promise.all([drain(), drain()])
  expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(MERCHANTS_MAX)
  expect(await statusOf(ids)).toEqual(paid(MERCHANTS_MAX))
  expect(await faultsOf(merchants)).toEqual([])
})
