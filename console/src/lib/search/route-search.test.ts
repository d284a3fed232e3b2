import { expect, test } from 'vitest'
import { pageSearch, strictSearch } from './route-search.ts'
import { parsePayoutSearch } from '../../pages/payouts/search.ts'

/** Merges parameters as the router does: parsed parameters overwrite the parameters of the URL. */
const seenBy = (parse: (given: Record<string, unknown>) => object, given: Record<string, unknown>) => ({
  ...given,
  ...parse(given),
})

test('a page reads its own valid parameters and the parameters that all pages share', () => {
  const read = strictSearch(parsePayoutSearch)
  const address = { state: 'paid', zone: 'UTC', merchant: 'm', detail: 'd' }
  expect(seenBy(read, address)).toEqual(address)
  const wrong = { ...address, state: 'paid,reversed', color: 'red' }
  expect(seenBy(read, wrong)).toEqual({ zone: 'UTC', merchant: 'm', detail: 'd' })
})

test('strictSearch with names hides an invalid parameter only if names contains the parameter', () => {
  const read = strictSearch(() => ({ merchant: 'm' }), ['merchant', 'zone'])
  expect(seenBy(read, { merchant: 'm', zone: 'Mars', state: 'paid' })).toEqual({
    merchant: 'm',
    state: 'paid',
  })
})

test('pageSearch returns the valid parameters of a page without the parameters that all pages share', () => {
  const read = strictSearch(parsePayoutSearch)
  const around = { zone: 'UTC', merchant: 'm', do: 'new', detail: 'd' }
  expect(pageSearch(seenBy(read, { ...around, state: 'paid' }))).toEqual({ state: 'paid' })
  expect(Object.keys(pageSearch(seenBy(read, { ...around, state: 'gone', color: 'red' })))).toEqual([])
})
