import { expect, test } from 'vitest'
import { laterCents, owedCents } from './positions.ts'

test('the amount owed is the sum of the shown parts, and a debt does not reduce it', () => {
  const of = {
    pendingCents: '1',
    availableCents: '20',
    contractReserveCents: '300',
    blockedCents: '4000',
    payoutReservedCents: '50000',
    receivableCents: '-999999',
  }
  expect(laterCents(of)).toBe(50_301n)
  expect(owedCents(of)).toBe(BigInt(of.availableCents) + laterCents(of) + BigInt(of.blockedCents))
})
