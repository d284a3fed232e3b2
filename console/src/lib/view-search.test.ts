import { expect, test } from 'vitest'
import { isViewPage, viewSearch } from './view-search.ts'

test('a view is the filters of its page, in whatever order they were chosen, without the row that is open', () => {
  const kept = '?merchant=all&range=7d&status=paid,refunded'
  expect(viewSearch('?status=paid,refunded&entry=123&zone=UTC&merchant=all&range=7d')).toBe(kept)
  expect(viewSearch(kept)).toBe(kept)
  expect(viewSearch('')).toBe('')
})

test('a view of a page that is no more is not opened', () => {
  expect(isViewPage('charges')).toBe(true)
  expect(isViewPage('toString')).toBe(false)
})
