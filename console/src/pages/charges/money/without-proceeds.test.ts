import { expect, test } from 'vitest'
import { money as texts } from './texts.ts'
import { withoutProceeds } from './without-proceeds.ts'

const payment = { classification: 'after_final' }

test('a closed charge with a payment that was not accepted says that no payment was accepted', () => {
  expect(withoutProceeds({ status: 'cancelled', payments: [payment] })).toBe(texts.noneAccepted)
  expect(withoutProceeds({ status: 'expired', payments: [payment] })).toBe(texts.noneAccepted)
})

test('a closed charge without payments says that there is no paid sale', () => {
  expect(withoutProceeds({ status: 'expired', payments: [] })).toBe(texts.neverPaid)
})

test('an open charge says that its proceeds are known after the payment', () => {
  expect(withoutProceeds({ status: 'pending', payments: [] })).toBe(texts.afterPayment)
  expect(withoutProceeds({ status: 'pending', payments: [payment] })).toBe(texts.afterPayment)
})
