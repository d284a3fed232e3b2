import { expect, test } from 'vitest'
import { inParallel } from '../in-parallel.ts'
import type { ErrorBody, RestAnswer, RestClient } from '../clients/rest-client.ts'

type Item = Record<string, unknown>

export interface PageJson {
  items: Item[]
  next_cursor: string | null
}

/** A list of /v1 with cursors. The suite calls these functions only inside tests. */
export interface PagedList {
  /** The path without a query, such as `/v1/pix/charges`. */
  path: string
  limitMax: number
  /** Client of the merchant that owns the list. The list must be empty at first. */
  owner: () => RestClient
  /** Client of another merchant, whose list is empty. */
  stranger: () => RestClient
  /** Adds one row that is newer than all existing rows. */
  add: () => Promise<unknown>
  /** Returns a row's unique key. */
  nameOf: (item: Item) => string
  /** Pairs of different filters of the same kind, such as `['type=charge.paid', 'type=charge.expired']`. */
  filters: readonly (readonly [string, string])[]
  /** A filter that matches every row, written in two ways with equivalent timestamps. */
  sameFilter?: readonly [string, string]
}

const ROWS = 5

/** Tests that one list of the merchant API follows the rules of cursor pagination. */
export function itPaginates(list: PagedList): void {
  itReturnsEachRowOnce(list)
  itLimitsPageSize(list)
  itRejectsForeignCursors(list)
  itBindsCursorsToFilters(list)
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

async function readAllPages(
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

function itReturnsEachRowOnce(list: PagedList): void {
  test(`${list.path}: the pages contain every row once, without rows added while the pages are read`, async () => {
    expect((await get(list, '')).body).toMatchObject({ items: [], next_cursor: null })
    for (let n = 0; n < ROWS; n++) await list.add()
    const allRows = await readAllPages(list, list.limitMax)
    expect(allRows.length).toBeGreaterThanOrEqual(ROWS)
    expect(new Set(allRows).size).toBe(allRows.length)
    expect(await readAllPages(list, 2, list.add)).toEqual(allRows)
    const allRowsLater = await readAllPages(list, list.limitMax)
    expect(allRowsLater.length).toBeGreaterThan(allRows.length)
    expect(allRowsLater.slice(-allRows.length)).toEqual(allRows)
  })
}

function itLimitsPageSize(list: PagedList): void {
  test(`${list.path}: a limit from 1 to ${list.limitMax} is accepted, any other limit is refused with 422`, async () => {
    expect((await get(list, 'limit=1')).body.items).toHaveLength(1)
    expect((await get(list, `limit=${list.limitMax}`)).status).toBe(200)
    const others = ['0', String(list.limitMax + 1), '-1', '1.5', '', 'x', '1e1', '99999', '1&limit=2']
    for (const limit of others) {
      const { status, body } = await get<ErrorBody>(list, `limit=${limit}`)
      expect([limit, status, body.error.details.fields?.[0]?.path]).toEqual([limit, 422, 'limit'])
    }
  })
}

function itRejectsForeignCursors(list: PagedList): void {
  test(`${list.path}: a cursor with any changed character is refused`, async () => {
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

  test(`${list.path}: a cursor is valid only for its list and its merchant`, async () => {
    const cursor = await firstCursor(list)
    const foreign = await list.stranger().get(`${list.path}?cursor=${cursor}`)
    expect([foreign.status, foreign.body.error.code]).toEqual([422, 'validation_error'])
    const otherPath = list.path === '/v1/statement' ? '/v1/pix/charges' : '/v1/statement'
    const answer = await list.owner().get(`${otherPath}?cursor=${cursor}`)
    expect([answer.status, answer.body.error.details.reason]).toEqual([422, 'invalid_cursor'])
  })
}

function itBindsCursorsToFilters(list: PagedList): void {
  for (const [one, other] of list.filters) {
    test(`${list.path}: a cursor that was created without these filters is refused with ${one} and with ${other}`, async () => {
      const cursor = await firstCursor(list, list.sameFilter?.[0])
      const queries = [one, other].map((filter) => `limit=1&${filter}&cursor=${cursor}`)
      expect(await reasonsOf(list, queries)).toEqual(['cursor_filter_mismatch', 'cursor_filter_mismatch'])
    })
  }

  for (const [written, otherwise] of list.sameFilter ? [list.sameFilter] : []) {
    test(`${list.path}: a cursor stays valid when its timestamp filter is written in another zone`, async () => {
      const cursor = await firstCursor(list, written)
      expect(cursor).not.toBe('')
      const one = await get(list, `${written}&cursor=${cursor}`)
      const other = await get(list, `${otherwise}&cursor=${cursor}`)
      expect([one.status, other.status]).toEqual([200, 200])
      expect(other.body.items).toEqual(one.body.items)
    })
  }

  test(`${list.path}: an unknown parameter is refused by name, and another merchant's list is empty`, async () => {
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
