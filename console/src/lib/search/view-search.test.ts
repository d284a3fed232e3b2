import { expect, test } from 'vitest'
import { hideDocument } from './document-handles.ts'
import { isViewPage, viewSearch } from './view-search.ts'

test('a saved view contains the filters of its page in a fixed order, without the open row and the time zone', () => {
  const kept = '?merchant=all&range=7d&status=paid,refunded'
  expect(viewSearch('?status=paid,refunded&entry=123&zone=UTC&merchant=all&range=7d')).toBe(kept)
  expect(viewSearch(kept)).toBe(kept)
  expect(viewSearch('')).toBe('')
})

test('a saved view contains neither a CPF or CNPJ nor a handle for one', () => {
  expect(viewSearch('?status=paid&q=529.982.247-25')).toBe('?status=paid')
  expect(viewSearch(`?status=paid&q=${hideDocument('52998224725')}&order=11222333000181`)).toBe(
    '?status=paid',
  )
  expect(viewSearch('?min=12345678901&q=maria')).toBe('?min=12345678901&q=maria')
})

test('isViewPage accepts only pages that can have saved views', () => {
  expect(isViewPage('charges')).toBe(true)
  expect(isViewPage('toString')).toBe(false)
})
