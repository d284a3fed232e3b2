import { expect, test } from 'vitest'
import { parseChargeSearch, statusesIn, statusText } from './search.ts'

test('every valid filter of a URL is kept', () => {
  const search = { status: 'pending,paid', range: '7d', order: 'PED-1', q: 'maria', min: '100', max: '5000' }
  expect(parseChargeSearch(search)).toEqual(search)
})

test('invalid filters are dropped, and valid filters are kept', () => {
  expect(
    parseChargeSearch({ status: 'paid,stolen', range: 'soon', order: '  ', q: 7, min: '-1', max: '1e3' }),
  ).toEqual({ status: 'paid' })
})

test('selecting all statuses means no status filter', () => {
  expect(
    statusText(statusesIn('created,pending,paid,partially_refunded,refunded,expired,cancelled,failed')),
  ).toBe(undefined)
  expect(statusText([])).toBe(undefined)
})

test('statuses in the URL have a fixed order, so that equal filters give equal URLs', () => {
  expect(statusText(['failed', 'created'])).toBe('created,failed')
})
