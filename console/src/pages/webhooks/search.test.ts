import { expect, test } from 'vitest'
import { parseDeliverySearch } from './search.ts'

test('the filters of deliveries are read from the URL, and invalid filters are dropped', () => {
  const search = {
    status: 'failed',
    event: 'charge.paid',
    error: 'http_5xx',
    range: '2026-11-01..2026-11-20',
    delivery: 'x',
  }
  expect(parseDeliverySearch({ ...search, zone: 'UTC' })).toEqual(search)
  expect(parseDeliverySearch({ status: 'gone', event: '', error: 'toString', range: 'ever' })).toEqual({})
})
