import { expect, test } from 'vitest'
import { groupDays, groupEntries } from './grouping.ts'

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

test('a journal entry split by a page boundary is complete once the next page is loaded', () => {
  const first = [{ journalId: 'a', lineNo: 2 }]
  expect(groupEntries([...first, { journalId: 'a', lineNo: 1 }])[0]?.lines).toHaveLength(2)
})

test('groupDays groups items by day and keeps their order', () => {
  const items = ['20 x', '20 y', '19 z']
  expect(groupDays(items, (item) => item.slice(0, 2))).toEqual([
    ['20', ['20 x', '20 y']],
    ['19', ['19 z']],
  ])
})
