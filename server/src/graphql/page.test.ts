import { expect, test } from 'vitest'
import type { PageRequest } from '../kernel/page.ts'
import { readConnection } from './page.ts'

/** A list of so many rows, and what was asked of it. */
function listOf(length: number) {
  const asked: PageRequest[] = []
  const read = (page: PageRequest) => {
    asked.push(page)
    const items = Array.from({ length: Math.min(length, page.limit) }, (_, n) => n)
    return Promise.resolve({ items, nextCursor: length > page.limit ? 'on' : null })
  }
  return { asked, read }
}

test.each([
  [3, 3],
  [1_000, 1_000],
  [1_001, 1_001],
  [5_000, 1_001],
])('of %d rows as many are counted as %d', async (length, counted) => {
  const { read } = listOf(length)
  const connection = await readConnection({ limit: 2, cursor: 'from here' }, read)
  expect(connection.nodes).toEqual([0, 1])
  expect(connection.pageInfo).toEqual({ hasNextPage: true, endCursor: 'on' })
  expect(await connection.totalCount()).toBe(counted)
})

test('nothing is counted that is not asked for, and what is, from the beginning', async () => {
  const { asked, read } = listOf(10)
  const connection = await readConnection({ limit: 2, cursor: 'from here' }, read)
  expect(asked).toHaveLength(1)
  await connection.totalCount()
  expect(asked[1]).toEqual({ limit: 1_000, cursor: undefined })
})
