import { expect, test } from 'vitest'
import { parseChargeSearch, statusesIn, statusText } from './charge-search.ts'

test('a complete link is read as it stands', () => {
  const search = { status: 'pending,paid', range: '7d', order: 'PED-1', q: 'maria', min: '100', max: '5000' }
  expect(parseChargeSearch(search)).toEqual(search)
})

test('what a link garbled is dropped and the rest still counts', () => {
  expect(
    parseChargeSearch({ status: 'paid,stolen', range: 'soon', order: '  ', q: 7, min: '-1', max: '1e3' }),
  ).toEqual({ status: 'paid' })
})

test('every status chosen is the same as none chosen', () => {
  expect(
    statusText(statusesIn('created,pending,paid,partially_refunded,refunded,expired,cancelled,failed')),
  ).toBe(undefined)
  expect(statusText([])).toBe(undefined)
})

test('statuses keep one order, so that equal filters are equal links', () => {
  expect(statusText(['failed', 'created'])).toBe('created,failed')
})
