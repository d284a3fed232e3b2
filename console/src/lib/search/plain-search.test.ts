import { expect, test } from 'vitest'
import {
  parsePlainSearch,
  parseSearch,
  stringifyPlainSearch,
  stringifySearch,
  withoutDocuments,
} from './plain-search.ts'

test('filters are readable in the URL and are parsed to the same values', () => {
  const search = { status: 'paid,refunded', q: 'josé & filhos', min: '100', range: '7d' }
  const text = stringifyPlainSearch(search)
  expect(text).toContain('status=paid,refunded')
  expect(parsePlainSearch(text)).toEqual(search)
})

test('a filter value of digits stays a text, and a search without filters gives an empty string', () => {
  expect(parsePlainSearch('?q=00123')).toEqual({ q: '00123' })
  expect(stringifyPlainSearch({ q: undefined })).toBe('')
})

test('a CPF is replaced by a handle in the URL and restored when the URL is read', () => {
  const search = { status: 'paid', q: '529.982.247-25', min: '12345678901' }
  const address = stringifySearch(search)
  // Ignore the handle, because it is random and may contain any three digits.
  expect(address.replace(/kept-[0-9a-f]{12}/, '')).not.toMatch(/529|982|247/)
  expect(address).toContain('min=12345678901')
  expect(parseSearch(address)).toEqual(search)
})

test('withoutDocuments rewrites a search string only if the string contains a CPF', () => {
  expect(withoutDocuments('?status=paid&q=maria')).toBe(null)
  const clean = withoutDocuments('?status=paid&q=52998224725')
  expect(clean).toMatch(/^\?status=paid&q=kept-/)
  expect(parseSearch(clean ?? '')).toEqual({ status: 'paid', q: '52998224725' })
})
