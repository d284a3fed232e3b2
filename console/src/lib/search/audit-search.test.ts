import { expect, test } from 'vitest'
import { aboutSearch, parseAuditSearch } from './audit-search.ts'

test('the filters of the audit log are read from the URL, and invalid filters are dropped', () => {
  expect(parseAuditSearch({ who: 'staff:1', act: '', range: 'sometimes', text: 7, other: 'x' })).toEqual({
    who: 'staff:1',
  })
  expect(parseAuditSearch({ range: '7d', text: 'CPF', target: 'a,b' })).toEqual({
    range: '7d',
    text: 'CPF',
    target: 'a,b',
  })
})

test('aboutSearch keeps at most the 50 ids that the server accepts', () => {
  const ids = Array.from({ length: 60 }, (_, n) => `id-${n}`)
  expect(aboutSearch(ids).target?.split(',')).toHaveLength(50)
})
