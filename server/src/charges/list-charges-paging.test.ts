import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../kernel/database/sql.ts'
import { createCharge, type ChargeJson } from '../testing/fixtures/charges.ts'
import { World } from '../testing/world.ts'

/**
 * The number of pages that the test reads. The default is small, to keep the test fast. `WALK_PAGES=100` runs the full
 * test.
 */
const PAGES = Number(process.env['WALK_PAGES'] ?? 10)
const PAGE_ROWS = 200
const WRITERS = 20

let world: World
beforeAll(async () => {
  world = await World.start()
  await multiply(await createCharge(world.rest).then(({ body }) => body.id), PAGES * PAGE_ROWS)
})
afterAll(() => world.stop())

/** Inserts copies of a charge. Every ten copies share a creation time, so the cursor must also compare ids. */
async function multiply(id: string, copies: number): Promise<void> {
  await sql(
    world.context(),
    `insert into charge select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(),
       'order_reference', 'copia-' || n, 'idempotency_key', 'chave-copia-' || n,
       'created_at', c.created_at - interval '1 millisecond' * (n / 10)))).*
     from charge c, generate_series(1, $2::int) n where c.id = $1`,
    [id, copies],
  )
}

interface PageJson {
  items: ChargeJson[]
  next_cursor: string | null
}

test(`${PAGES} pages read during concurrent inserts contain each earlier charge once and no newer charge`, async () => {
  const answered = new Set<string>()
  const writing = { isOn: true }
  const write = async () => {
    while (writing.isOn) answered.add((await createCharge(world.rest)).body.id)
  }
  const writers = Promise.all(Array.from({ length: WRITERS }, write))
  while (answered.size < WRITERS) await world.clock.sleep(1)

  const existing = new Set(answered)
  const first = (await world.rest.get<PageJson>(`/v1/pix/charges?limit=${PAGE_ROWS}`)).body
  const known = new Set(answered)
  const listed = [...first.items]
  for (let cursor = first.next_cursor; cursor !== null;) {
    const path = `/v1/pix/charges?limit=${PAGE_ROWS}&cursor=${cursor}`
    const { body }: { body: PageJson } = await world.rest.get<PageJson>(path)
    listed.push(...body.items)
    cursor = body.next_cursor
  }
  writing.isOn = false
  await writers

  const ids = listed.map(({ id }) => id)
  const seen = new Set(ids)
  expect(seen.size).toBe(ids.length)
  expect(Array.from(existing).filter((id) => !seen.has(id))).toEqual([])
  const old = await sql<{ id: string }>(
    world.context(),
    `select id from charge where order_reference like 'copia-%'`,
  )
  expect(old).toHaveLength(PAGES * PAGE_ROWS)
  expect(old.filter(({ id }) => !seen.has(id))).toEqual([])
  const later = new Set(Array.from(answered).filter((id) => !known.has(id)))
  expect(later.size).toBeGreaterThan(0)
  const newest = Date.parse(first.items[0]?.created_at ?? '')
  expect(listed.filter(({ created_at }) => Date.parse(created_at) > newest)).toEqual([])
  expect(ids.slice(PAGE_ROWS).filter((id) => later.has(id))).toEqual([])
})
