import { expect, test } from 'vitest'
import { systemIds } from '../ids.ts'
import { makeVault } from '../vault.ts'
import { mergePages } from './merge-pages.ts'
import { readCursor, toPage, writeCursor, type Page, type SortOrder } from './page.ts'

const vault = makeVault(systemIds, {
  keys: [{ id: 'k', key: Buffer.alloc(32, 1) }],
  cursorSecret: 'cursor',
  fingerprintSecret: 'fingerprint',
})

interface Row {
  sort: string
  id: string
}

const sortNames = async (names: string[]): Promise<string[]> =>
  names.toSorted((one, other) => one.localeCompare(other, 'pt'))

/** Returns the page that follows the cursor. `rows` are all rows of the list, in the order of the list. */
function pageOf(
  rows: Row[],
  order: SortOrder,
  { limit, cursor }: { limit: number; cursor?: string | null },
): Page<Row> {
  const after = cursor ? readCursor(vault, 'l', {}, cursor) : undefined
  const start = after ? rows.findLastIndex((row) => isUpTo(row, after, order)) + 1 : 0
  return toPage(
    rows.slice(start, start + limit + 1),
    limit,
    ({ sort, id }) => writeCursor(vault, 'l', {}, { sort, id }),
    order,
  )
}

const isUpTo = (row: Row, after: Record<string, string>, order: SortOrder): boolean => {
  const all = [row, { sort: after['sort'] ?? '', id: after['id'] ?? '' }]
  const [first] = sorted(all, order)
  return first === row || (row.sort === after['sort'] && row.id === after['id'])
}

const sorted = (rows: Row[], { sort }: SortOrder): Row[] =>
  rows.toSorted((one, other) => {
    const bySort =
      sort === 'numbers desc'
        ? Number(other.sort) - Number(one.sort)
        : one.sort.localeCompare(other.sort, 'pt')
    return bySort || one.id.localeCompare(other.id)
  })

/** Reads all merged pages of several databases. */
async function readAll(databases: Row[][], order: SortOrder, limit: number): Promise<string[][]> {
  const pages: string[][] = []
  let cursor: string | null = null
  do {
    const merged: Page<Row> = await mergePages(
      databases.map((rows) => pageOf(sorted(rows, order), order, { limit, cursor })),
      sortNames,
    )
    pages.push(merged.items.map(({ id }) => id))
    cursor = merged.nextCursor
  } while (cursor !== null)
  return pages
}

test('a merge of pages compares numbers as numbers, not as texts', async () => {
  const order: SortOrder = { sort: 'numbers desc', id: 'asc' }
  const databases = [
    [
      { sort: '100', id: 'a' },
      { sort: '9', id: 'b' },
    ],
    [
      { sort: '20', id: 'c' },
      { sort: '-3', id: 'd' },
    ],
  ]
  expect(await readAll(databases, order, 1)).toEqual([['a'], ['c'], ['b'], ['d']])
  expect(await readAll(databases, order, 3)).toEqual([['a', 'c', 'b'], ['d']])
})

test('names are merged in the order of the database, so that no page skips a name', async () => {
  const order: SortOrder = { sort: 'names asc', id: 'asc' }
  const databases = [
    [
      { sort: 'Zebra', id: 'z' },
      { sort: 'álamo', id: 'a' },
    ],
    [
      { sort: 'banana', id: 'b' },
      { sort: 'Çedilha', id: 'c' },
    ],
  ]
  expect((await readAll(databases, order, 1)).flat()).toEqual(['a', 'b', 'c', 'z'])
})

test('rows of two databases with the same sort key are on the same page', async () => {
  const order: SortOrder = { sort: 'numbers desc', id: 'asc' }
  const same = { sort: '5', id: 'x' }
  expect(await readAll([[same, { sort: '1', id: 'y' }], [same]], order, 1)).toEqual([['x', 'x'], ['y']])
})

test('mergePages returns the page of a single database unchanged', async () => {
  const page: Page<Row> = { items: [{ sort: '1', id: 'a' }], nextCursor: null }
  expect(await mergePages([page], sortNames)).toBe(page)
})
