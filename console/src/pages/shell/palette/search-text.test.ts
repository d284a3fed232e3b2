import { expect, test } from 'vitest'
import { allResultsFilter, classifySearchText } from './search-text.ts'

test.each([
  ['svc_live_abc', 'key'],
  ['evt_01M81TNR0JT10BY14K4ZYP94ZP', 'event'],
  ['e99999004202611221430MveGvnQLNmB', 'endToEnd'],
  ['01A203AA-d1e3-76e7-ac17-a333ad5c5fbf', 'id'],
  ['01a203aad1e7703c8bd4fbf0c898ef04', 'id'],
  ['390.533.447-05', 'document'],
  ['11444777000161', 'document'],
  ['12.ABC.345/01DE-35', 'document'],
  ['12abc34501de35', 'document'],
  ['12ABC34501DE36', 'words'],
  ['123.456.789,09', 'amount'],
  ['R$ 50', 'amount'],
  ['1.234,56', 'amount'],
  ['50 reais', 'amount'],
  ['Maria', 'words'],
  ['1234', 'words'],
])('the search text «%s» is classified as %s', (text, shape) => expect(classifySearchText(text)).toBe(shape))

const charge = (title: string, amountCents = '5000') => ({ title, amountCents })

test('for a searched amount, the charge list is filtered by exactly that amount', () => {
  for (const text of ['R$ 50', '50,00', 'R$ 50,0', '50 reais'])
    expect(allResultsFilter(text, [charge('pedido-1')])).toEqual({ min: '5000', max: '5000' })
})

test('for a searched name or a complete order reference, the charge list is filtered by that text', () => {
  expect(allResultsFilter('Maria', [charge('a'), charge('b')])).toEqual({ q: 'Maria' })
  expect(allResultsFilter('pedido-1', [charge('pedido-1'), charge('pedido-10')])).toEqual({ q: 'pedido-1' })
})

test('there is no charge filter if there is at most one result, or if the list cannot filter by the searched text', () => {
  expect(allResultsFilter('Maria', [])).toBeNull()
  expect(allResultsFilter('Maria', [charge('a')])).toBeNull()
  expect(allResultsFilter('Pedido', [charge('pedido-1'), charge('pedido-2')])).toBeNull()
})
