import { expect, test } from 'vitest'
import { MERCHANTS_MAX, PAYMENTS_MAX, planBatches } from './plan-batches.ts'

const merchant = (merchantId: string, count: number) => ({
  merchantId,
  payments: Array.from({ length: count }, (_, n) => ({
    inboxId: `${merchantId}-${n}`,
    merchantId,
    chargeId: undefined,
    endToEndId: `E${n}`,
    txid: null,
    amountCents: 1n,
    paidAt: new Date(0),
    correlationId: 'test',
    pixAccountId: 'default',
  })),
})

const planned = (counts: readonly number[]): number[][] =>
  planBatches(counts.map((count, n) => merchant(`m${n}`, count))).map((batch) =>
    batch.map(({ payments }) => payments.length),
  )

test('a batch contains at most MERCHANTS_MAX merchants', () => {
  const batches = planned(Array.from({ length: 2 * MERCHANTS_MAX + 1 }, () => 1))
  expect(batches.map((batch) => batch.length)).toEqual([MERCHANTS_MAX, MERCHANTS_MAX, 1])
})

test('a batch contains at most PAYMENTS_MAX payments', () => {
  expect(planned([PAYMENTS_MAX - 1, 1, 1])).toEqual([[PAYMENTS_MAX - 1, 1], [1]])
  expect(planned([1, PAYMENTS_MAX, 1])).toEqual([[1], [PAYMENTS_MAX], [1]])
})

test('a merchant with more than PAYMENTS_MAX payments is alone in its batch, and keeps all its payments', () => {
  expect(planned([1, PAYMENTS_MAX + 1, 1, 1])).toEqual([[1], [PAYMENTS_MAX + 1], [1, 1]])
})

test('planBatches returns no batch for no merchants', () => {
  expect(planned([])).toEqual([])
})
