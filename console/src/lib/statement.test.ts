import { expect, test } from 'vitest'
import { groupDays, groupEntries } from './statement.ts'

test('the lines of an entry stand together in their own order, entries in the order they came', () => {
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

test('an entry cut by the end of a page is whole once the next page has come', () => {
  const first = [{ journalId: 'a', lineNo: 2 }]
  expect(groupEntries([...first, { journalId: 'a', lineNo: 1 }])[0]?.lines).toHaveLength(2)
})

test('entries fall under their day', () => {
  const items = ['20 x', '20 y', '19 z']
  expect(groupDays(items, (item) => item.slice(0, 2))).toEqual([
    ['20', ['20 x', '20 y']],
    ['19', ['19 z']],
  ])
})
