import { expect, test } from 'vitest'
import { REFUND_WINDOW_MS } from '../../../../../server/src/charges/refund-window.ts'
import { refundableUntil } from './refund-window.ts'

test('the console and the server agree on the last instant of a refund', () => {
  const paidAt = '2026-11-20T10:48:00.000Z'
  expect(Date.parse(refundableUntil(paidAt)) - Date.parse(paidAt)).toBe(REFUND_WINDOW_MS)
})
