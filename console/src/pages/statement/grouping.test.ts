import { expect, test } from 'vitest'
import { groupDays, groupEntries } from './grouping.ts'

test('statement lines are grouped by journal entry and sorted by line number, and the order of the entries is kept', () => {
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

test('a journal entry split by a page boundary is complete once the next page is loaded', () => {
  const first = [{ journalId: 'a', lineNo: 2 }]
  expect(groupEntries([...first, { journalId: 'a', lineNo: 1 }])[0]?.lines).toHaveLength(2)
})

test('entries are grouped by day', () => {
  const items = ['20 x', '20 y', '19 z']
  expect(groupDays(items, (item) => item.slice(0, 2))).toEqual([
    ['20', ['20 x', '20 y']],
    ['19', ['19 z']],
  ])
})
