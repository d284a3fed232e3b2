import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestConsole, type ConsoleClient } from '../testing/console-client.ts'
import { aPaidCharge } from '../testing/makers.ts'
import { World } from '../testing/world.ts'

interface Statement {
  statement: {
    asOf: string
    nodes: { journalId: string; lineNo: number; amountCents: string; charge: { id: string } | null }[]
    pageInfo: { endCursor: string | null }
  }
}

let world: World
let office: TestConsole
let finance: ConsoleClient
beforeAll(async () => {
  world = await World.start({ terms: { feePercentBps: 200, reserveBps: 500, reserveDays: 30 } })
  office = await TestConsole.start(world.kit)
  finance = await office.signedIn('finance')
})
afterAll(async () => {
  await office.stop()
  await world.stop()
})

const page = (after: string | null) =>
  finance.send<Statement>(
    `query ($m: ID!, $a: String) { statement(filter: { merchantId: $m }, first: 2, after: $a) {
      asOf nodes { journalId lineNo amountCents charge { id } } pageInfo { endCursor } } }`,
    { m: world.merchantId, a: after },
  )

test('finance walks the whole statement, and its lines sum to the balance that finance sees', async () => {
  const sales = [await aPaidCharge(world), await aPaidCharge(world, { amount_cents: 333 })]
  const lines: Statement['statement']['nodes'] = []
  const readings = new Set<string>()
  let after: string | null = null
  do {
    const { data, errors } = await page(after)
    expect(errors).toEqual([])
    lines.push(...(data?.statement.nodes ?? []))
    readings.add(data?.statement.asOf ?? '')
    after = data?.statement.pageInfo.endCursor ?? null
  } while (after !== null)
  expect(readings.size).toBe(1)
  expect(new Set(lines.map((line) => line.charge?.id))).toEqual(new Set(sales.map(({ id }) => id)))
  const total = lines.reduce((sum, { amountCents }) => sum + BigInt(amountCents), 0n)
  const { data } = await finance.send<{ balance: { totalCents: string; currency: string } }>(
    `{ balance(merchantId: "${world.merchantId}") { totalCents currency } }`,
  )
  expect(data?.balance).toEqual({ totalCents: String(total), currency: 'BRL' })
  expect(total).toBe(9_800n + 326n)
})

test.each(['not-an-id', '01890000-0000-7000-8000-000000000000'])('account %s has no balance', async (id) => {
  const { errors } = await finance.send(`{ balance(merchantId: "${id}") { totalCents } }`)
  expect(errors[0]?.extensions).toMatchObject({ code: 'not_found', reason: 'account_not_found' })
})
