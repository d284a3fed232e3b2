import { expect, test } from 'vitest'
import { inParallel } from '../in-parallel.ts'
import type { ErrorBody, RestAnswer, RestClient } from '../clients/rest-client.ts'

type Item = Record<string, unknown>

export interface PageJson {
  items: Item[]
  next_cursor: string | null
}

/** A cursor list under test, over /v1. The functions are called inside tests alone. */
export interface PagedList {
  /** Without a query: `/v1/pix/charges`. */
  path: string
  limitMax: number
  /** Whose list it is. It must stand empty at first. */
  owner: () => RestClient
  /** Somebody else, whose list is empty. */
  stranger: () => RestClient
  /** Adds one row, newer than all that stand there. */
  add: () => Promise<unknown>
  /** What no two rows share. */
  nameOf: (item: Item) => string
  /** Pairs of queries that are not the same filter: `['type=charge.paid', 'type=charge.expired']`. */
  filters: readonly (readonly [string, string])[]
  /** A query that leaves every row of the test in, twice: the same moment in two ways of writing. */
  sameFilter?: readonly [string, string]
}

const ROWS = 5

/** Everything that the specification says of lists with cursors, for one list. */
export function itPaginates(list: PagedList): void {
  itIsWalked(list)
  itBoundsItsPages(list)
  itGuardsItsCursors(list)
  itKnowsItsFilters(list)
}

const get = <Body = PageJson>(list: PagedList, query: string): Promise<RestAnswer<Body>> =>
  list.owner().get<Body>(`${list.path}?${query}`)

const firstCursor = async (list: PagedList, filter = ''): Promise<string> =>
  (await get(list, `limit=1&${filter}`)).body.next_cursor ?? ''

async function reasonsOf(list: PagedList, queries: string[]): Promise<(string | undefined)[]> {
  return inParallel(queries, 16, async (query) => {
    const { status, body } = await list.owner().get(`${list.path}?${query}`)
    return status === 422 ? body.error.details.reason : `answered ${status}`
  })
}

async function walk(
  list: PagedList,
  limit: number,
  between: () => Promise<unknown> = () => Promise.resolve(),
): Promise<string[]> {
  const names: string[] = []
  for (let query = `limit=${limit}`; ;) {
    const { status, body } = await get(list, query)
    expect(status).toBe(200)
    names.push(...body.items.map((item) => list.nameOf(item)))
    if (body.next_cursor === null) return names
    query = `limit=${limit}&cursor=${body.next_cursor}`
    await between()
  }
}

function itIsWalked(list: PagedList): void {
  test(`${list.path}: pages put together are the list: nothing twice, nothing missing, nothing newer`, async () => {
    expect((await get(list, '')).body).toMatchObject({ items: [], next_cursor: null })
    for (let n = 0; n < ROWS; n++) await list.add()
    const whole = await walk(list, list.limitMax)
    expect(whole.length).toBeGreaterThanOrEqual(ROWS)
    expect(new Set(whole).size).toBe(whole.length)
    expect(await walk(list, 2, list.add)).toEqual(whole)
    const grown = await walk(list, list.limitMax)
    expect(grown.length).toBeGreaterThan(whole.length)
    expect(grown.slice(-whole.length)).toEqual(whole)
  })
}

function itBoundsItsPages(list: PagedList): void {
  test(`${list.path}: a page has from 1 to ${list.limitMax} rows, any other limit is refused`, async () => {
    expect((await get(list, 'limit=1')).body.items).toHaveLength(1)
    expect((await get(list, `limit=${list.limitMax}`)).status).toBe(200)
    const others = ['0', String(list.limitMax + 1), '-1', '1.5', '', 'x', '1e1', '99999', '1&limit=2']
    for (const limit of others) {
      const { status, body } = await get<ErrorBody>(list, `limit=${limit}`)
      expect([limit, status, body.error.details.fields?.[0]?.path]).toEqual([limit, 422, 'limit'])
    }
  })
}

function itGuardsItsCursors(list: PagedList): void {
  test(`${list.path}: a cursor altered at any place is refused`, async () => {
    const cursor = await firstCursor(list)
    const altered = Array.from(cursor, (character, at) => {
      const other = character === 'A' ? 'B' : 'A'
      return cursor.slice(0, at) + other + cursor.slice(at + 1)
    })
    const others = ['', '.', 'x', cursor.slice(0, -1), `${cursor}A`, `${cursor}=`, `${cursor}.`]
    const queries = [...altered, ...others, 'A'.repeat(2_001)].map((text) => `limit=1&cursor=${text}`)
    expect(new Set(await reasonsOf(list, queries))).toEqual(new Set(['invalid_cursor']))
    expect((await get(list, `limit=2&cursor=${cursor}`)).status).toBe(200)
  })

  test(`${list.path}: a cursor goes with the list and the account it was made for`, async () => {
    const cursor = await firstCursor(list)
    const strange = await list.stranger().get(`${list.path}?cursor=${cursor}`)
    expect([strange.status, strange.body.error.code]).toEqual([422, 'validation_error'])
    const elsewhere = list.path === '/v1/statement' ? '/v1/pix/charges' : '/v1/statement'
    const answer = await list.owner().get(`${elsewhere}?cursor=${cursor}`)
    expect([answer.status, answer.body.error.details.reason]).toEqual([422, 'invalid_cursor'])
  })
}

function itKnowsItsFilters(list: PagedList): void {
  for (const [one, other] of list.filters) {
    test(`${list.path}: a cursor made without ${one} or ${other} does not go with them`, async () => {
      const cursor = await firstCursor(list, list.sameFilter?.[0])
      const queries = [one, other].map((filter) => `limit=1&${filter}&cursor=${cursor}`)
      expect(await reasonsOf(list, queries)).toEqual(['cursor_filter_mismatch', 'cursor_filter_mismatch'])
    })
  }

  for (const [written, otherwise] of list.sameFilter ? [list.sameFilter] : []) {
    test(`${list.path}: the same moment in another zone is the same filter`, async () => {
      const cursor = await firstCursor(list, written)
      expect(cursor).not.toBe('')
      const one = await get(list, `${written}&cursor=${cursor}`)
      const other = await get(list, `${otherwise}&cursor=${cursor}`)
      expect([one.status, other.status]).toEqual([200, 200])
      expect(other.body.items).toEqual(one.body.items)
    })
  }

  test(`${list.path}: an unknown parameter is refused by name; a stranger's list shows nothing of this one`, async () => {
    const { status, body } = await get<ErrorBody>(list, 'offset=3&__proto__=x')
    expect([status, body.error.details.fields?.map(({ path, code }) => [path, code])]).toEqual([
      422,
      [
        ['offset', 'unknown'],
        ['__proto__', 'unknown'],
      ],
    ])
    expect((await list.stranger().get<PageJson>(list.path)).body.items).toEqual([])
  })
}
