import { expect, test } from 'vitest'
import { changesOf } from './changes.ts'

test('changesOf returns only changed values, and null for a removed value', () => {
  const initial = { feePercentBps: 200, reserveDays: 30, amountCeilingCents: '500' }
  expect(changesOf<object>(initial, { ...initial, reserveDays: 0 })).toEqual({ reserveDays: 0 })
  expect(changesOf<object>(initial, { ...initial, amountCeilingCents: null })).toEqual({
    amountCeilingCents: null,
  })
  expect(changesOf(initial, { ...initial })).toEqual({})
})
