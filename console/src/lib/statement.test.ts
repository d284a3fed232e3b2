import { expect, test } from 'vitest'
import { groupDays, groupEntries, merchantShareCents } from './statement.ts'

test('statement lines are grouped by journal entry and sorted by number, and the entries keep their order', () => {
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

test('a journal entry split by a page boundary is complete when the next page is loaded', () => {
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

const line = (position: string, amountCents: string) => ({ position, amountCents })

test('the merchant share of a charge excludes the reserve and blocked money', () => {
  const paid = [
    line('pending', '9800'),
    line('pending', '-980'),
    line('contract_reserve', '980'),
    line('pending', '-8820'),
    line('available', '8820'),
  ]
  expect(merchantShareCents(paid)).toBe(8_820n)
  const returned = [
    line('available', '200'),
    line('contract_reserve', '-980'),
    line('available', '980'),
    line('available', '-10000'),
    line('case_hold', '10000'),
    line('case_hold', '-10000'),
  ]
  expect(merchantShareCents([...paid, ...returned])).toBe(0n)
})
