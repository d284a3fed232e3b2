import { expect, test } from 'vitest'
import { returnedFeeCents } from './returned-fee.ts'

test('the returned part of the fee is the fee of the sale minus the fee that the service still keeps', () => {
  expect(returnedFeeCents({ feeCents: '600', proceeds: { feeCents: '400' } })).toBe(200n)
  expect(returnedFeeCents({ feeCents: '600', proceeds: { feeCents: '600' } })).toBe(0n)
  expect(returnedFeeCents({ feeCents: null, proceeds: null })).toBe(0n)
})
