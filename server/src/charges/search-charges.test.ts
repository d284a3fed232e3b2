import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../kernel/sql.ts'
import { aChargeBody, createCharge, type ChargeJson } from '../testing/makers.ts'
import { World } from '../testing/world.ts'

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

/** Two to a page, so that fewer are fetched than there are. */
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

test('any word of a name finds its charges by its beginning, several by all of them in order, newest first', async () => {
  const first = await madeFor('João Conceição Prado')
  const second = await madeFor('Conceição Pradella')
  await madeFor('Outra Pessoa')
  expect((await idsOf('q=conceicao')).ids).toEqual([second, first])
  expect((await idsOf('q=Pra')).ids).toEqual([second, first])
  expect((await idsOf('q=conceição prado')).ids).toEqual([first])
  expect((await idsOf('q=prado conceicao')).ids).toEqual([])
})

test('a name as common as any finds its newest charges, page by page', async () => {
  const made: string[] = []
  for (const name of ['Zulmira Alves', 'Ana Zulmira', 'Zulma Reis', 'Zulmira Zulmar', 'Rui Zulmiro']) {
    made.push(await madeFor(name))
  }
  expect(await pagesOf('zulm')).toEqual(made.toReversed())
  await sql(
    world.context(),
    `insert into charge_name_word select $1::uuid, 'zulmira', $2::timestamptz, gen_random_uuid()
     from generate_series(1, 10001)`,
    [world.merchantId, world.clock.now()],
  )
  expect(await pagesOf('zulm')).toEqual(made.toReversed())
})

test('what was never created is never found', async () => {
  world.network.setFault({ on: 'cob', mode: 'http_503', count: 1 })
  const { status } = await createCharge(world.rest, aChargeBody(payer('Quitéria Quaresma')))
  expect(status).toBe(503)
  expect(await sql(world.context(), `select word from charge_name_word where word like 'qu%'`)).toEqual([])
  expect((await idsOf('q=quiteria')).ids).toEqual([])
})

test('an expired charge is listed as expired, also while the sweep is late', async () => {
  const id = await madeFor('Tardia Lima')
  world.clock.advance(3_600_000 + 10_000)
  expect((await idsOf('status=expired&q=tardia')).ids).toEqual([id])
  expect((await idsOf('status=expired')).ids).toContain(id)
  expect((await idsOf('status=pending&q=tardia')).ids).toEqual([])
  expect((await idsOf('status=pending')).ids).not.toContain(id)
})
