import { expect, test } from 'vitest'
import { parsePlainSearch, stringifyPlainSearch } from './plain-search.ts'

test('filters are readable in the address and come back as they were', () => {
  const search = { status: 'paid,refunded', q: 'josé & filhos', min: '100', range: '7d' }
  const text = stringifyPlainSearch(search)
  expect(text).toContain('status=paid,refunded')
  expect(parsePlainSearch(text)).toEqual(search)
})

test('a number-like text stays text, and nothing at all writes nothing', () => {
  expect(parsePlainSearch('?q=00123')).toEqual({ q: '00123' })
  expect(stringifyPlainSearch({ q: undefined })).toBe('')
})
