import { expect, test } from 'vitest'
import { inParallel } from './in-parallel.ts'
import type { RestAnswer, RestClient } from './rest-client.ts'

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
export function itPages(list: PagedList): void {
  const get = <Body = PageJson>(query: string, rest = list.owner()): Promise<RestAnswer<Body>> =>
    rest.get<Body>(`${list.path}?${query}`)

  async function walk(limit: number, between: () => Promise<unknown>): Promise<string[]> {
    const names: string[] = []
    for (let query = `limit=${limit}`; ;) {
      const { status, body } = await get(query)
      expect(status).toBe(200)
      names.push(...body.items.map((item) => list.nameOf(item)))
      if (body.next_cursor === null) return names
      query = `limit=${limit}&cursor=${body.next_cursor}`
      await between()
    }
  }

  const firstCursor = async (filter = ''): Promise<string> =>
    (await get(`limit=1&${filter}`)).body.next_cursor ?? ''

  async function reasonsOf(queries: string[], rest = list.owner()): Promise<(string | undefined)[]> {
    return inParallel(queries, 16, async (query) => {
      const { status, body } = await rest.get(`${list.path}?${query}`)
      return status === 422 ? body.error.details.reason : `answered ${status}`
    })
  }

  test(`${list.path}: pages put together are the list: newest first, nothing twice, nothing missing, nothing newer`, async () => {
    expect((await get('')).body).toMatchObject({ items: [], next_cursor: null })
    for (let n = 0; n < ROWS; n++) await list.add()
    const whole = await walk(list.limitMax, () => Promise.resolve())
    expect(whole.length).toBeGreaterThanOrEqual(ROWS)
    expect(new Set(whole).size).toBe(whole.length)
    expect(await walk(2, list.add)).toEqual(whole)
    expect((await walk(list.limitMax, () => Promise.resolve())).slice(-whole.length)).toEqual(whole)
  })

  test(`${list.path}: a page has from 1 to ${list.limitMax} rows, and any other limit is refused`, async () => {
    expect((await get('limit=1')).body.items).toHaveLength(1)
    expect((await get(`limit=${list.limitMax}`)).status).toBe(200)
    for (const limit of ['0', String(list.limitMax + 1), '-1', '1.5', '', 'x', '1e1', '99999', '1&limit=2']) {
      const { status, body } = await get<{ error: { details: { fields: { path: string }[] } } }>(
        `limit=${limit}`,
      )
      expect([limit, status, body.error.details.fields[0]?.path]).toEqual([limit, 422, 'limit'])
    }
  })

  test(`${list.path}: a cursor altered at any place is refused`, async () => {
    const cursor = await firstCursor()
    const altered = Array.from(cursor, (character, at) => {
      const other = character === 'A' ? 'B' : 'A'
      return cursor.slice(0, at) + other + cursor.slice(at + 1)
    })
    const others = [
      '',
      '.',
      'x',
      cursor.slice(0, -1),
      `${cursor}A`,
      `${cursor}=`,
      `${cursor}.`,
      'A'.repeat(2_001),
    ]
    const queries = [...altered, ...others, cursor.toUpperCase()].map((text) => `limit=1&cursor=${text}`)
    expect(new Set(await reasonsOf(queries))).toEqual(new Set(['invalid_cursor']))
    expect((await get(`limit=2&cursor=${cursor}`)).status).toBe(200)
  })

  test(`${list.path}: a cursor goes with the filters, the list and the account it was made for`, async () => {
    for (const [one, other] of list.filters) {
      const cursor = await firstCursor(list.sameFilter?.[0])
      expect(await reasonsOf([one, other].map((filter) => `limit=1&${filter}&cursor=${cursor}`))).toEqual([
        'cursor_filter_mismatch',
        'cursor_filter_mismatch',
      ])
    }
    const cursor = await firstCursor()
    expect(await reasonsOf([`cursor=${cursor}`], list.stranger())).not.toContain('answered 200')
    const elsewhere = list.path === '/v1/statement' ? '/v1/pix/charges' : '/v1/statement'
    const answer = await list.owner().get(`${elsewhere}?cursor=${cursor}`)
    expect([answer.status, answer.body.error.details.reason]).toEqual([422, 'invalid_cursor'])
  })

  for (const [written, otherwise] of list.sameFilter ? [list.sameFilter] : []) {
    test(`${list.path}: the same moment in another zone is the same filter`, async () => {
      const cursor = await firstCursor(written)
      expect(cursor).not.toBe('')
      const one = await get(`${written}&cursor=${cursor}`)
      const other = await get(`${otherwise}&cursor=${cursor}`)
      expect([one.status, other.status]).toEqual([200, 200])
      expect(other.body).toEqual(one.body)
    })
  }

  test(`${list.path}: a parameter nobody knows is refused by name; another account's list shows nothing of this one`, async () => {
    const { status, body } = await list.owner().get(`${list.path}?offset=3&__proto__=x`)
    expect([status, body.error.details.fields?.map(({ path, code }) => [path, code])]).toEqual([
      422,
      [
        ['offset', 'unknown'],
        ['__proto__', 'unknown'],
      ],
    ])
    expect((await get('', list.stranger())).body.items).toEqual([])
  })
}
