import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeSale } from './fee.ts'

test('for 100.00 reais, a fee of 2 % is 2.00 and a reserve of 10 % is 9.80', () => {
  expect(computeSale(10_000n, { feePercentBps: 200, feeFixedCents: 0n, reserveBps: 1_000 })).toEqual({
    feeCents: 200n,
    netCents: 9_800n,
    reserveCents: 980n,
  })
})

test('the percentage fee is rounded half up to the centavo before the fixed fee is added', () => {
  const terms = { feePercentBps: 150, feeFixedCents: 10n, reserveBps: 0 }
  expect(computeSale(32n, terms).feeCents).toBe(10n)
  expect(computeSale(33n, terms).feeCents).toBe(10n)
  expect(computeSale(34n, terms).feeCents).toBe(11n)
  expect(computeSale(100n, terms).feeCents).toBe(12n)
})

test('a fee above the gross amount is capped at the gross amount', () => {
  expect(computeSale(30n, { feePercentBps: 200, feeFixedCents: 99n, reserveBps: 500 })).toEqual({
    feeCents: 30n,
    netCents: 0n,
    reserveCents: 0n,
  })
})

test('for any terms, fee and net sum to the gross amount, and the reserve is at most the net', () => {
  const cents = fc.bigInt(1n, 999_999_999_999_999_999n)
  fc.assert(
    fc.property(
      cents,
      fc.nat(10_000),
      fc.bigInt(0n, 10_000n),
      fc.nat(10_000),
      (gross, percent, fixed, reserveBps) => {
        const sale = computeSale(gross, { feePercentBps: percent, feeFixedCents: fixed, reserveBps })
        expect(sale.feeCents + sale.netCents).toBe(gross)
        expect(sale.netCents >= 0n && sale.reserveCents >= 0n && sale.reserveCents <= sale.netCents).toBe(
          true,
        )
      },
    ),
  )
})
