import { expect, test } from 'vitest'
import { blockedOfMerchantCents, laterCents, owedCents } from './positions.ts'

test('the amount owed to merchants excludes the money of payers, and a debt does not reduce the amount', () => {
  const of = {
    pendingCents: '1',
    availableCents: '20',
    contractReserveCents: '300',
    blockedCents: '4000',
    heldForPayersCents: '900',
    payoutReservedCents: '50000',
    receivableCents: '-999999',
  }
  expect(laterCents(of)).toBe(50_301n)
  expect(blockedOfMerchantCents(of)).toBe(3_100n)
  expect(owedCents(of)).toBe(53_421n)
})
