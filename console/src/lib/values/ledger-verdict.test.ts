import { expect, test } from 'vitest'
import { VERDICT_TONE, verdictState } from './ledger-verdict.ts'

test('only a verification without findings that checked the entries of the ledger is shown as a success', () => {
  expect(verdictState({ sound: true, checkedNothing: false, entriesCount: 2 })).toBe('sound')
  expect(verdictState({ sound: true, checkedNothing: true, entriesCount: 0 })).toBe('checked_nothing')
  expect(verdictState({ sound: false, checkedNothing: true, entriesCount: 0 })).toBe('unsound')
  expect(verdictState({ sound: false, checkedNothing: false, entriesCount: 2 })).toBe('unsound')
  expect(verdictState({ sound: true, checkedNothing: false, entriesCount: 0 })).toBe('nothing_to_check')
  expect(verdictState(null)).toBe('never')
  const successes = Object.entries(VERDICT_TONE).filter(([, tone]) => tone === 'success')
  expect(successes).toEqual([['sound', 'success']])
})
