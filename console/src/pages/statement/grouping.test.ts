import { expect, test } from 'vitest'
import { groupDays, groupEntries, withoutCutEntry } from './grouping.ts'

test('groupEntries groups lines by journal entry, sorts the lines of an entry by number, and keeps the order of the entries', () => {
  const lines = [
    { journalId: 'b', lineNo: 2 },
    { journalId: 'b', lineNo: 1 },
    { journalId: 'a', lineNo: 1 },
  ]
  expect(groupEntries(lines)).toEqual([
    { journalId: 'b', lines: [lines[1], lines[0]] },
    { journalId: 'a', lines: [lines[2]] },
  ])
})

test('an entry that a page boundary may split is shown only once the next page is loaded', () => {
  const lines = [{ journalId: 'b' }, { journalId: 'a' }]
  expect(withoutCutEntry(lines, true)).toEqual([{ journalId: 'b' }])
  expect(withoutCutEntry([...lines, { journalId: 'a' }], false)).toHaveLength(3)
})

test('the only entry of a page is shown although lines may be missing', () => {
  expect(withoutCutEntry([{ journalId: 'a' }, { journalId: 'a' }], true)).toHaveLength(2)
})

test('groupDays groups items by day and keeps their order', () => {
  const items = ['20 x', '20 y', '19 z']
  expect(groupDays(items, (item) => item.slice(0, 2))).toEqual([
    ['20', ['20 x', '20 y']],
    ['19', ['19 z']],
  ])
})
