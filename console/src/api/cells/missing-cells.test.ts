import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { missingCellsOf, recordMissingCells } from './missing-cells.ts'
import { createQueryClient } from '../query-client.ts'

const client = createQueryClient()
const cache = client.getQueryCache()

/** Shows a query as a page does. Returns a function that closes the page. */
const show = (operation: string) =>
  new QueryObserver(client, { queryKey: [operation, {}], queryFn: () => 1 }).subscribe(() => undefined)

beforeEach(() => {
  for (const operation of ['Charges', 'Home']) recordMissingCells(operation, [])
})

test('missingCellsOf returns only the cells that did not answer a query that the page shows', () => {
  recordMissingCells('Charges', ['b', 'a'])
  recordMissingCells('Home', ['c'])
  expect(missingCellsOf(cache)).toBe('')
  const close = show('Charges')
  expect(missingCellsOf(cache)).toBe('a,b')
  close()
  expect(missingCellsOf(cache)).toBe('')
})

test('a cell is no longer missing when the cell answers the next request of the operation', () => {
  const close = show('Home')
  recordMissingCells('Home', ['b'])
  expect(missingCellsOf(cache)).toBe('b')
  recordMissingCells('Home', [])
  expect(missingCellsOf(cache)).toBe('')
  close()
})
