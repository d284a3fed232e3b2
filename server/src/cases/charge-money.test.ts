import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { feeShare, reserveShareOfDispute, reserveShareOfRefund, type ShareTerms } from './charge-money.ts'

/** A paid charge, the parts in which it is refunded, and which of these refunds fail. */
const sale = fc
  .record({
    grossCents: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    feeBps: fc.bigInt({ min: 0n, max: 10_000n }),
    reserveBps: fc.bigInt({ min: 0n, max: 10_000n }),
    cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }),
    fails: fc.array(fc.boolean(), { maxLength: 13 }),
  })
  .map(({ grossCents, feeBps, reserveBps, cuts, fails }) => {
    const feeCents = (grossCents * feeBps + 5_000n) / 10_000n
    const reserveCents = ((grossCents - feeCents) * reserveBps) / 10_000n
    return { terms: freshTerms(grossCents, feeCents, reserveCents), parts: partsOf(grossCents, cuts), fails }
  })

const freshTerms = (grossCents: bigint, feeCents: bigint, reserveCents: bigint): ShareTerms => ({
  grossCents,
  feeCents,
  reserveCents,
  refundFeePolicy: 'prorata',
  feeLeftCents: feeCents,
  reserveLeftCents: reserveCents,
  refundedCents: 0n,
  refundingCents: 0n,
})

function partsOf(grossCents: bigint, cuts: number[]): bigint[] {
  const points = cuts.map((cut) => (grossCents * BigInt(Math.floor(cut * 1e6))) / 1_000_000n)
  const edges = [0n, ...points.toSorted((a, b) => (a < b ? -1 : 1)), grossCents]
  return edges.slice(1).flatMap((edge, index) => {
    const part = edge - (edges[index] ?? 0n)
    return part > 0n ? [part] : []
  })
}

/** Refunds one part. Like a hold, deducts the part's shares of fee and reserve. */
function refundPart(
  terms: ShareTerms,
  amountCents: bigint,
): { terms: ShareTerms; fee: bigint; reserve: bigint } {
  const fee = feeShare(terms, amountCents)
  const reserve = reserveShareOfRefund(terms, { amountCents, feeShareCents: fee, shortCents: -1n })
  const after = {
    ...terms,
    refundedCents: terms.refundedCents + amountCents,
    feeLeftCents: terms.feeLeftCents - fee,
    reserveLeftCents: terms.reserveLeftCents - reserve,
  }
  return { terms: after, fee, reserve }
}

test('for any split into refunds, the fee shares sum to the fee, and at most one centavo of reserve per refund remains', () => {
  fc.assert(
    fc.property(sale, ({ terms, parts }) => {
      let now = terms
      for (const part of parts) {
        const refunded = refundPart(now, part)
        expect(refunded.fee + refunded.reserve <= part).toBe(true)
        now = refunded.terms
      }
      expect(now).toMatchObject({ feeLeftCents: 0n, refundedCents: terms.grossCents })
      expect(now.reserveLeftCents <= BigInt(parts.length)).toBe(true)
    }),
  )
})

test('if some refunds fail, no share of fee or reserve is negative or above its refund or the remaining fee or reserve', () => {
  fc.assert(
    fc.property(sale, ({ terms, parts, fails }) => {
      let now = terms
      for (const [index, part] of parts.entries()) {
        const refunded = refundPart(now, part)
        expect(refunded.fee >= 0n && refunded.reserve >= 0n && refunded.fee + refunded.reserve <= part).toBe(
          true,
        )
        expect(refunded.terms.feeLeftCents >= 0n && refunded.terms.reserveLeftCents >= 0n).toBe(true)
        if (fails[index] !== true) now = refunded.terms
      }
    }),
  )
})

test('the pending money of an unsettled charge and the returned shares cover each of its refunds', () => {
  fc.assert(
    fc.property(sale, ({ terms, parts }) => {
      let now = terms
      let pending = terms.grossCents - terms.feeCents - terms.reserveCents
      for (const part of parts) {
        const fee = feeShare(now, part)
        const shortCents = part - fee - pending
        const reserve = reserveShareOfRefund(now, { amountCents: part, feeShareCents: fee, shortCents })
        expect(reserve >= shortCents).toBe(true)
        pending += fee + reserve - part
        now = {
          ...now,
          refundedCents: now.refundedCents + part,
          feeLeftCents: now.feeLeftCents - fee,
          reserveLeftCents: now.reserveLeftCents - reserve,
        }
      }
      expect(pending).toBe(0n)
    }),
  )
})

test('a dispute releases the whole reserve, but at most the amount of the hold minus the fee share', () => {
  const terms = freshTerms(10_000n, 200n, 980n)
  expect(reserveShareOfDispute(terms, { amountCents: 7_000n, feeShareCents: 140n })).toBe(980n)
  expect(reserveShareOfDispute(terms, { amountCents: 500n, feeShareCents: 10n })).toBe(490n)
})

test('with the refund fee policy `keep`, no fee is returned', () => {
  expect(feeShare({ ...freshTerms(10_000n, 200n, 0n), refundFeePolicy: 'keep' }, 10_000n)).toBe(0n)
})
