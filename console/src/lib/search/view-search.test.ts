import { expect, test } from 'vitest'
import { hideDocument } from './document-handles.ts'
import { isViewPage, viewSearch } from './view-search.ts'

test('a view contains the filters of its page in a fixed order, without the open row', () => {
  const kept = '?merchant=all&range=7d&status=paid,refunded'
  expect(viewSearch('?status=paid,refunded&entry=123&zone=UTC&merchant=all&range=7d')).toBe(kept)
  expect(viewSearch(kept)).toBe(kept)
  expect(viewSearch('')).toBe('')
})

test('a view contains neither a document nor its handle', () => {
  expect(viewSearch('?status=paid&q=529.982.247-25')).toBe('?status=paid')
  expect(viewSearch(`?status=paid&q=${hideDocument('52998224725')}&order=11222333000181`)).toBe(
    '?status=paid',
  )
  expect(viewSearch('?min=12345678901&q=maria')).toBe('?min=12345678901&q=maria')
})

test('a view of an unknown page is recognised', () => {
  expect(isViewPage('charges')).toBe(true)
  expect(isViewPage('toString')).toBe(false)
})
