import { expect, test } from 'vitest'
import { accountsIn, NO_ACCOUNT, placesOf, repeatedPlaces } from './account-places.ts'

test('placesOf returns as many places as there are accounts, and puts the accounts of the merchant into the first places', () => {
  expect(placesOf(['second', 'default'], ['default', 'second', 'third'])).toEqual({
    place1: 'second',
    place2: 'default',
    place3: NO_ACCOUNT,
  })
})

test('accountsIn omits places without an account', () => {
  expect(accountsIn({ place1: NO_ACCOUNT, place2: 'second', place3: 'default' })).toEqual([
    'second',
    'default',
  ])
  expect(accountsIn({ place1: NO_ACCOUNT })).toEqual([])
})

test('repeatedPlaces returns the later of two places with the same account', () => {
  expect(repeatedPlaces({ place1: 'default', place2: NO_ACCOUNT, place3: NO_ACCOUNT })).toEqual([])
  expect(repeatedPlaces({ place1: 'default', place2: 'second', place3: 'default' })).toEqual(['place3'])
})
