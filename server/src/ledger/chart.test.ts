import { expect, test } from 'vitest'
import { ACCOUNT_CODES, accountsOf, isVisible, POSITIONS } from './chart.ts'

test('the accounts of the positions are exactly the accounts that merchants see, each once', () => {
  expect(accountsOf('case_hold')).toEqual(['case_hold', 'case_hold_payer'])
  const accounts = POSITIONS.flatMap(accountsOf)
  expect(accounts.toSorted()).toEqual(ACCOUNT_CODES.filter(isVisible).toSorted())
})
