import { expect, test } from 'vitest'
import { pageSearch, strictSearch } from './route-search.ts'
import { parsePayoutSearch } from './list-search.ts'

/** As the router does. */
const seenBy = (parse: (given: Record<string, unknown>) => object, given: Record<string, unknown>) => ({
  ...given,
  ...parse(given),
})

test('a page sees of its address what it understood, and what is of every page', () => {
  const read = strictSearch(parsePayoutSearch)
  const address = { state: 'paid', zone: 'UTC', merchant: 'm', detail: 'd' }
  expect(seenBy(read, address)).toEqual(address)
  const wrong = { ...address, state: 'paid,reversed', color: 'red' }
  expect(seenBy(read, wrong)).toEqual({ zone: 'UTC', merchant: 'm', detail: 'd' })
})

test('the frame of the pages takes away what it does not understand of its own alone', () => {
  const read = strictSearch(() => ({ merchant: 'm' }), ['merchant', 'zone'])
  expect(seenBy(read, { merchant: 'm', zone: 'Mars', state: 'paid' })).toEqual({
    merchant: 'm',
    state: 'paid',
  })
})

test('the filters of a page are what it understood, without what every page carries', () => {
  const read = strictSearch(parsePayoutSearch)
  const around = { zone: 'UTC', merchant: 'm', do: 'new', detail: 'd' }
  expect(pageSearch(seenBy(read, { ...around, state: 'paid' }))).toEqual({ state: 'paid' })
  expect(Object.keys(pageSearch(seenBy(read, { ...around, state: 'gone', color: 'red' })))).toEqual([])
})
