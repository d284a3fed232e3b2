import { expect, test } from 'vitest'
import { changesOf, changesPeriod } from './day-changes.ts'

/** Returns the balance at the end of a day. */
const dayWith = (day: string, totalCents: string, availableCents: string) => ({
  day,
  asOf: `${day}T23:59:59Z`,
  pendingCents: '0',
  availableCents,
  contractReserveCents: '0',
  blockedCents: '0',
  payoutReservedCents: '0',
  receivableCents: '0',
  totalCents,
})

const days = [
  dayWith('2026-11-01', '10000', '700'),
  dayWith('2026-11-02', '12500', '600'),
  dayWith('2026-11-03', '12500', '600'),
  dayWith('2026-11-04', '-300', '0'),
]

test('each day changes by its balance minus the balance of the day before; the first day has no change', () => {
  expect(Array.from(changesOf(days, undefined))).toEqual([
    ['2026-11-02', 2_500n],
    ['2026-11-03', 0n],
    ['2026-11-04', -12_800n],
  ])
})

test('a statement of one position shows the changes of that position, not of the total', () => {
  expect(Array.from(changesOf(days, 'available'))).toEqual([
    ['2026-11-02', -100n],
    ['2026-11-03', 0n],
    ['2026-11-04', -600n],
  ])
})

const NOW = Date.parse('2026-11-20T15:00:00Z')

test.each([
  ['without a period', {}, null],
  ['of one position in whole days', { range: '2026-11-01..2026-11-20', position: 'available' }, null],
  ['of the last 24 hours', { range: '24h' }, 'hours'],
  ['with hours', { range: '2026-11-20T10..2026-11-20T12' }, 'hours'],
  ['by date of the fact', { clock: 'fact' }, 'fact'],
  ['from an entry', { entry: 'a' }, 'entry'],
  ['of a year', { range: '2025-11-21..2026-11-20' }, null],
  ['of two years', { range: '2024-11-21..2026-11-20' }, 'long'],
] as const)('a statement %s has changes by day, or says why not', (_name, search, reason) => {
  const found = changesPeriod(search, 'America/Sao_Paulo', NOW)
  expect(typeof found === 'string' ? found : null).toBe(reason)
})

test('the changes by day need the balances from the day before the statement to its last day', () => {
  const range = '2026-11-02..2026-11-03'
  expect(changesPeriod({ range }, 'America/Sao_Paulo', NOW)).toMatchObject({
    from: '2026-11-01T03:00:00.000Z',
    to: '2026-11-04T03:00:00.000Z',
  })
})
