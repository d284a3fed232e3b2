import { beforeAll, expect, test } from 'vitest'
import { type ConsoleClient } from '../testing/clients/console-client.ts'
import { aPaidCharge } from '../testing/fixtures/charges.ts'
import { aDispute } from '../testing/fixtures/disputes.ts'
import { startConsole } from '../testing/fixtures/start-console.ts'

interface Statement {
  statement: {
    asOf: string
    nodes: {
      journalId: string
      lineNo: number
      position: string
      amountCents: string
      charge: { id: string } | null
    }[]
    pageInfo: { endCursor: string | null }
  }
}

const { world, testConsole } = await startConsole({
  terms: { feePercentBps: 200, reserveBps: 500, reserveDays: 30 },
})
let finance: ConsoleClient
beforeAll(async () => {
  finance = await testConsole.signedIn('finance')
})

const page = (after: string | null) =>
  finance.send<Statement>(
    `query ($m: Uuid!, $a: String) { statement(filter: { merchantId: $m }, first: 2, after: $a) {
      asOf nodes { journalId lineNo position amountCents charge { id } } pageInfo { endCursor } } }`,
    { m: world.merchantId, a: after },
  )

test('the lines of all pages sum to the balance, and all pages have the same asOf', async () => {
  const sales = [await aPaidCharge(world), await aPaidCharge(world, { amount_cents: 333 })]
  const lines: Statement['statement']['nodes'] = []
  const asOfValues = new Set<string>()
  let after: string | null = null
  do {
    const { data, errors } = await page(after)
    expect(errors).toEqual([])
    lines.push(...(data?.statement.nodes ?? []))
    asOfValues.add(data?.statement.asOf ?? '')
    after = data?.statement.pageInfo.endCursor ?? null
  } while (after !== null)
  expect(asOfValues.size).toBe(1)
  expect(new Set(lines.map((line) => line.charge?.id))).toEqual(new Set(sales.map(({ id }) => id)))
  const total = lines.reduce((sum, { amountCents }) => sum + BigInt(amountCents), 0n)
  const { data } = await finance.send<{ balance: { totalCents: string; currency: string } }>(
    `{ balance(merchantId: "${world.merchantId}") { totalCents currency } }`,
  )
  expect(data?.balance).toEqual({ totalCents: String(total), currency: 'BRL' })
  expect(total).toBe(9_800n + 326n)
})

test('the statement can be filtered by position and can start at a given entry', async () => {
  const older = await aPaidCharge(world, { amount_cents: 700 })
  await aPaidCharge(world, { amount_cents: 800 })
  const list = async (narrowed: object) => {
    const { data, errors } = await finance.send<Statement>(
      `query ($f: StatementFilter!) { statement(filter: $f, first: 100) {
        asOf nodes { journalId lineNo position amountCents charge { id } } pageInfo { endCursor } } }`,
      { f: { merchantId: world.merchantId, ...narrowed } },
    )
    expect(errors).toEqual([])
    return data?.statement.nodes ?? []
  }
  const all = await list({})
  const reserve = await list({ position: 'contract_reserve' })
  expect(reserve).toEqual(all.filter(({ position }) => position === 'contract_reserve'))
  expect(reserve.length).toBeGreaterThan(0)

  const entry = all.find(({ charge }) => charge?.id === older.id)?.journalId
  const from = all.findIndex(({ journalId }) => journalId === entry)
  expect(from).toBeGreaterThan(0)
  expect(await list({ entry })).toEqual(all.slice(from))
  expect(await list({ entry: older.id })).toEqual(all)
})

test('each line of a dispute names the case of the dispute', async () => {
  const { caseId } = await aDispute(world, await aPaidCharge(world))
  const { data, errors } = await finance.send<{
    statement: { nodes: { eventType: string; caseId: string | null }[] }
  }>(`query ($f: StatementFilter!) { statement(filter: $f, first: 100) { nodes { eventType caseId } } }`, {
    f: { merchantId: world.merchantId },
  })
  expect(errors).toEqual([])
  const ofHolds = data?.statement.nodes.filter(({ eventType }) => eventType === 'case.hold')
  expect(new Set(ofHolds?.map((line) => line.caseId))).toEqual(new Set([caseId]))
})

test('a query for the balance of an unknown merchant fails with account_not_found', async () => {
  const { errors } = await finance.send(
    '{ balance(merchantId: "01890000-0000-7000-8000-000000000000") { totalCents } }',
  )
  expect(errors[0]?.extensions).toMatchObject({ code: 'not_found', reason: 'account_not_found' })
})
