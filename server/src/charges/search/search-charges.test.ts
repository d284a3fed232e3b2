import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../kernel/database/sql.ts'
import { aChargeBody, createCharge, type ChargeJson } from '../../testing/fixtures/charges.ts'
import { World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

interface List {
  items: ChargeJson[]
  next_cursor: string | null
}

const payer = (name: string) => ({
  payer: { name, document: '12345678909', email: 'a@exemplo.com.br', phone: '+5511987654321' },
})

async function idsOf(query: string): Promise<{ ids: string[]; next: string | null }> {
  const { body } = await world.rest.get<List>(`/v1/pix/charges?${query}`)
  return { ids: body.items.map(({ id }) => id), next: body.next_cursor }
}

/** Reads all pages of the search with two charges each, so that each query stops before the last match. */
async function pagesOf(q: string): Promise<string[]> {
  const all: string[] = []
  let cursor = ''
  for (;;) {
    const { ids, next } = await idsOf(`q=${q}&limit=2${cursor}`)
    all.push(...ids)
    if (next === null) return all
    cursor = `&cursor=${next}`
  }
}

async function madeFor(name: string): Promise<string> {
  world.clock.advance(1_000)
  return (await createCharge(world.rest, payer(name))).body.id
}

test('the search text q matches the beginning of any word of a name, and several words in order, newest first', async () => {
  const first = await madeFor('João Conceição Prado')
  const second = await madeFor('Conceição Pradella')
  await madeFor('Outra Pessoa')
  expect((await idsOf('q=conceicao')).ids).toEqual([second, first])
  expect((await idsOf('q=Pra')).ids).toEqual([second, first])
  expect((await idsOf('q=conceição prado')).ids).toEqual([first])
  expect((await idsOf('q=prado conceicao')).ids).toEqual([])
})

test('a prefix that matches more words than one search can merge still finds all charges, newest first', async () => {
  const made: string[] = []
  for (const name of ['Zulmira Alves', 'Ana Zulmira', 'Zulma Reis', 'Zulmira Zulmar', 'Rui Zulmiro']) {
    made.push(await madeFor(name))
  }
  expect(await pagesOf('zulm')).toEqual(made.toReversed())
  // Insert more words with this prefix than one search can merge. These rows belong to no existing charge.
  await sql(
    world.context(),
    `insert into charge_name_word (merchant_id, word, created_at, charge_id)
     select $1::uuid, 'zulmx' || n, $2::timestamptz, gen_random_uuid() from generate_series(1, 101) n`,
    [world.merchantId, world.clock.now()],
  )
  expect(await pagesOf('zulm')).toEqual(made.toReversed())
})

test('a payer name with repeated words gives one result, and the status filter also applies to a search by name', async () => {
  const first = await madeFor('Xisto Ramos')
  const { body: failed } = await createCharge(world.rest, { payer: { name: 'Xisto Xavier' } })
  const twice = await madeFor('Xisto Ximenes Xisto')
  expect(await pagesOf('xisto')).toEqual([twice, failed.id, first])
  expect(await pagesOf('xi')).toEqual([twice, failed.id, first])
  expect((await idsOf('q=xisto ximenes x')).ids).toEqual([twice])
  expect((await idsOf('q=ximenes xisto xi')).ids).toEqual([])
  expect((await idsOf('q=xi&status=pending')).ids).toEqual([twice, first])
  expect((await idsOf('q=xi&status=failed')).ids).toEqual([failed.id])
  expect((await idsOf('q=ramos&status=failed')).ids).toEqual([])
})

test('when a search has more words than an index row stores, it still finds only names that contain all of these words', async () => {
  const long = 'Wolfgang Amadeus Theophilus Chrysostomus Sigismundus'
  const mozart = await madeFor(`${long} Mozart`)
  await madeFor(`${long} Salieri`)
  expect((await idsOf(`q=${long} moz`)).ids).toEqual([mozart])
})

test("a charge that was deleted after a failure of the PSP is not found by the payer's name", async () => {
  world.network.setFault({ on: 'cob', mode: 'http_503', count: 1 })
  const { status } = await createCharge(world.rest, aChargeBody(payer('Quitéria Quaresma')))
  expect(status).toBe(503)
  expect(await sql(world.context(), `select word from charge_name_word where word like 'qu%'`)).toEqual([])
  expect((await idsOf('q=quiteria')).ids).toEqual([])
})

test('an expired charge is found as expired before the expiry job has run', async () => {
  const id = await madeFor('Tardia Lima')
  world.clock.advance(3_600_000 + 10_000)
  expect((await idsOf('status=expired&q=tardia')).ids).toEqual([id])
  expect((await idsOf('status=expired')).ids).toContain(id)
  expect((await idsOf('status=pending&q=tardia')).ids).toEqual([])
  expect((await idsOf('status=pending')).ids).not.toContain(id)
})
