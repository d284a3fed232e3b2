import { expect, test } from 'vitest'
import { accountsIn, NO_ACCOUNT, placesOf, repeatedPlaces } from './account-places.ts'

test('each known account has a place, and the first places have the accounts of the merchant in order', () => {
  expect(placesOf(['second', 'default'], ['default', 'second', 'third'])).toEqual({
    place1: 'second',
    place2: 'default',
    place3: NO_ACCOUNT,
  })
})

test('places without an account are left out of the list', () => {
  expect(accountsIn({ place1: NO_ACCOUNT, place2: 'second', place3: 'default' })).toEqual([
    'second',
    'default',
  ])
  expect(accountsIn({ place1: NO_ACCOUNT })).toEqual([])
})

test('the later of two places with the same account is repeated', () => {
  expect(repeatedPlaces({ place1: 'default', place2: NO_ACCOUNT, place3: NO_ACCOUNT })).toEqual([])
  expect(repeatedPlaces({ place1: 'default', place2: 'second', place3: 'default' })).toEqual(['place3'])
})
