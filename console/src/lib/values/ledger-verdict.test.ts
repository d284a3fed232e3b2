import { expect, test } from 'vitest'
import { VERDICT_TONE, verdictState } from './ledger-verdict.ts'

test('only a verification without findings that checked the entries of the ledger is shown as a success', () => {
  expect(verdictState({ sound: true, checkedNothing: false })).toBe('sound')
  expect(verdictState({ sound: true, checkedNothing: true })).toBe('checked_nothing')
  expect(verdictState({ sound: false, checkedNothing: true })).toBe('unsound')
  expect(verdictState({ sound: false, checkedNothing: false })).toBe('unsound')
  expect(verdictState(null)).toBe('never')
  const successes = Object.entries(VERDICT_TONE).filter(([, tone]) => tone === 'success')
  expect(successes).toEqual([['sound', 'success']])
})
