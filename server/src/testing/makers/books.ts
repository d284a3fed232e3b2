import { expect } from 'vitest'
import { sweepReceived } from '../../inbox/sweep-received.ts'
import { sql } from '../../kernel/database/sql.ts'
import { verifyLedger } from '../../ledger/verify/verify-ledger.ts'
import { makeAvailable } from '../../settlements/make-available.ts'
import { settleListed } from '../../settlements/settle-listed.ts'
import type { RestClient } from '../clients/rest-client.ts'
import type { World } from '../world.ts'

type Json = Record<string, string>

/** The balance of the merchant who asks, as the wire shows it. */
export const balanceOf = async (rest: RestClient): Promise<Json> => (await rest.get<Json>('/v1/balance')).body

interface StatementPage {
  items: { event_type: string; position: string; amount_cents: string }[]
  next_cursor: string | null
}

/** Every line of the statement, newest first, each as event, position and amount. */
export async function statementOf(rest: RestClient): Promise<[string, string, string][]> {
  const lines: [string, string, string][] = []
  for (let cursor = ''; ;) {
    const path = `/v1/statement?limit=500&from=2020-01-01T00:00:00Z${cursor && `&cursor=${cursor}`}`
    const { body } = await rest.get<StatementPage>(path)
    lines.push(
      ...body.items.map((line): [string, string, string] => [
        line.event_type,
        line.position,
        line.amount_cents,
      ]),
    )
    if (body.next_cursor === null) return lines
    cursor = body.next_cursor
  }
}

/** What must hold after anything that moves money: the statement sums to the total, and every book sums to zero. */
export async function expectBooksToAgree(world: World, rest: RestClient = world.rest): Promise<void> {
  const sum = (await statementOf(rest)).reduce((total, [, , amount]) => total + BigInt(amount), 0n)
  expect((await balanceOf(rest))['total_cents']).toBe(sum.toString())
  const unbalanced = await sql(
    world.context(),
    'select merchant_id from ledger_account group by merchant_id having sum(balance_cents) <> 0',
  )
  expect(unbalanced).toEqual([])
  expect((await verifyLedger(world.context())).findings).toEqual([])
}

/** Matches everything with the network's record, and moves what is due to available. */
export async function settleEverything(world: World): Promise<void> {
  await sweepReceived(world.context('job:sweep'))
  await world.settleInbox()
  await settleListed(world.context('job:settlement'), 1_000)
  await makeAvailable(world.context('job:available'), 1_000)
}
