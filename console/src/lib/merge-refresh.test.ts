import { expect, test } from 'vitest'
import { mergeRefresh, type FetchedRows } from './merge-refresh.ts'

const row = (id: string, state = 'old') => ({ id, state })
type Row = ReturnType<typeof row>

const readAt = (readAtMs: number, ...nodes: Row[]): FetchedRows<Row> => ({ readAtMs, nodes })
const newCountOf = (shown: Row[], newest: Row[], complete: boolean) =>
  mergeRefresh([readAt(1, ...shown)], readAt(2, ...newest), complete).count

test('a refresh updates the shown rows in place, and counts new rows without showing them', () => {
  const shown = readAt(1, row('b'), row('a'))
  const top = readAt(2, row('d'), row('c'), row('b', 'new'), row('a'))
  expect(mergeRefresh([shown], top, true)).toEqual({ rows: [row('b', 'new'), row('a')], count: 2 })
})

test('rows that a refresh updated keep their new values when a further page is loaded', () => {
  const pages = [readAt(1, row('d'), row('c')), readAt(3, row('b'), row('a'))]
  const top = readAt(2, row('d', 'new'), row('c'))
  expect(mergeRefresh(pages, top, true)).toEqual({
    rows: [row('d', 'new'), row('c'), row('b'), row('a')],
    count: 0,
  })
})

test('a refresh of the first page does not overwrite a row in a page that was requested after the refresh', () => {
  const pages = [readAt(1, row('c')), readAt(3, row('b', 'new'))]
  const top = readAt(2, row('d'), row('c'), row('b', 'older'))
  expect(mergeRefresh(pages, top, true)).toEqual({ rows: [row('c'), row('b', 'new')], count: 1 })
})

test('a refresh that was requested before the list was loaded is ignored', () => {
  const pages = [readAt(3, row('b', 'new'))]
  expect(mergeRefresh(pages, readAt(2, row('c'), row('b')), true)).toEqual({
    rows: [row('b', 'new')],
    count: 0,
  })
  expect(mergeRefresh(pages, null, true)).toEqual({ rows: [row('b', 'new')], count: 0 })
})

test('a row that enters the middle of the list by a status change counts as new', () => {
  expect(newCountOf([row('c'), row('a')], [row('c'), row('b'), row('a')], false)).toBe(1)
})

test('a row below the last known row counts as new only if all pages are loaded', () => {
  const shown = [row('d'), row('c')]
  const newest = [row('c'), row('b')]
  expect(newCountOf(shown, newest, false)).toBe(0)
  expect(newCountOf(shown, newest, true)).toBe(1)
})

test('every row counts as new when the shown list was empty or none of the shown rows remains', () => {
  expect(newCountOf([], [row('a')], true)).toBe(1)
  expect(newCountOf([row('a')], [row('c'), row('b')], false)).toBe(2)
})
