import { expect, test } from 'vitest'
import { changeOf, mainCause } from './statement-change.ts'

const positions = (pending: string, available: string) => ({
  pendingCents: pending,
  availableCents: available,
  contractReserveCents: '0',
  blockedCents: '0',
  payoutReservedCents: '0',
  receivableCents: '0',
  totalCents: String(BigInt(pending) + BigInt(available)),
  asOf: '2026-11-20T03:00:00.000Z',
})

const SUMMARY = {
  clock: 'posting',
  from: '2026-11-20T03:00:00.000Z',
  to: null,
  feesCents: null,
  opening: positions('500', '300'),
  closing: positions('0', '250'),
  totals: [
    { entryType: 'charge.paid', position: 'pending', linesCount: 1, amountCents: '100' },
    { entryType: 'gateway.external_payout', position: 'available', linesCount: 1, amountCents: '-650' },
    { entryType: 'gateway.funds_available', position: 'available', linesCount: 2, amountCents: '600' },
    { entryType: 'gateway.funds_available', position: 'pending', linesCount: 2, amountCents: '-600' },
  ],
} as const

test('changeOf returns the opening and closing balance, the change by position, and the types of entry, the largest first', () => {
  const change = changeOf({ ...SUMMARY, totals: [...SUMMARY.totals] }, undefined)
  expect([change.openingCents, change.movedCents, change.closingCents]).toEqual([800n, -550n, 250n])
  expect(change.positions).toEqual([
    { position: 'pending', openingCents: 500n, movedCents: -500n, closingCents: 0n },
    { position: 'available', openingCents: 300n, movedCents: -50n, closingCents: 250n },
  ])
  expect(change.kinds.map(({ entryType, cents }) => [entryType, cents])).toEqual([
    ['gateway.external_payout', -650n],
    ['charge.paid', 100n],
    ['gateway.funds_available', 0n],
  ])
  expect(mainCause(change)?.entryType).toBe('gateway.external_payout')
})

test('changeOf with a position counts only its lines, and mainCause returns the largest entry type in the direction of the change', () => {
  const change = changeOf({ ...SUMMARY, totals: [...SUMMARY.totals] }, 'available')
  expect([change.openingCents, change.movedCents, change.closingCents]).toEqual([300n, -50n, 250n])
  expect(change.positions.map(({ position }) => position)).toEqual(['available'])
  expect(mainCause({ ...change, movedCents: 1n })?.entryType).toBe('gateway.funds_available')
  expect(mainCause({ ...change, movedCents: 0n })).toBeUndefined()
})
