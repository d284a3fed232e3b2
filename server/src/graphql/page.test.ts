import { expect, test } from 'vitest'
import { sql } from '../kernel/database/sql.ts'
import { createCharge } from '../testing/fixtures/charges.ts'
import { startConsole } from '../testing/fixtures/start-console.ts'
import { toConnection } from './page.ts'

const { world, testConsole } = await startConsole()

test('a list is counted only if totalCount is requested, and only up to 1001 rows', async () => {
  const asked: number[] = []
  const count = (most: number) => Promise.resolve(asked.push(most))
  const { nodes, pageInfo, totalCount } = toConnection({ items: [1, 2], nextCursor: 'on' }, count)
  expect([nodes, pageInfo, asked]).toEqual([[1, 2], { hasNextPage: true, endCursor: 'on' }, []])
  await totalCount()
  expect(asked).toEqual([1_001])
})

/** Inserts `count` copies of a charge. */
async function copyCharges(count: number): Promise<void> {
  const { body } = await createCharge(world.rest, { order_reference: 'pedido' })
  await sql(
    world.context(),
    `insert into charge select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(),
       'order_reference', 'pedido ' || n, 'idempotency_key', 'chave-' || n, 'amount_cents', 1000 + n))).*
     from charge c cross join generate_series(1, $2) n where c.id = $1`,
    [body.id, count],
  )
}

interface Counted {
  charges: { nodes: { id: string }[]; totalCount: number }
}

test('totalCount is 1001 for a list of more than 1000 rows, and exact on every page of a shorter list', async () => {
  await copyCharges(1_100)
  const admin = await testConsole.signedIn('admin')
  const ask = async (filter: object, after: string | null = null) => {
    const { data, errors } = await admin.send<Counted & { charges: { pageInfo: { endCursor: string } } }>(
      `query ($f: ChargeFilter, $a: String) { charges(filter: $f, first: 2, after: $a) {
        nodes { id } totalCount pageInfo { endCursor } } }`,
      { f: filter, a: after },
    )
    expect(errors).toEqual([])
    return data?.charges
  }
  expect(await ask({})).toMatchObject({ nodes: { length: 2 }, totalCount: 1_001 })
  const narrow = { amountFromCents: '1001', amountToCents: '1900' }
  const first = await ask(narrow)
  expect(first).toMatchObject({ nodes: { length: 2 }, totalCount: 900 })
  expect(await ask(narrow, first?.pageInfo.endCursor)).toMatchObject({ totalCount: 900 })
  expect((await ask({ q: 'pedido 7' }))?.totalCount).toBe(1)
})
