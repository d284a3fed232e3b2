import { expect, test } from 'vitest'
import { timelineFamily } from './timeline.ts'

test("the prefix of a timeline item's kind determines the family of the item", () => {
  expect(timelineFamily('payment.duplicate')).toBe('payment')
  expect(timelineFamily('gateway.funds_available')).toBe('journal')
  expect(timelineFamily('dispute.opened')).toBe('case')
  expect(timelineFamily('payout.paid')).toBe('payout')
})

test('a failure and the return of a payment do not look like a payment', () => {
  expect(timelineFamily('payment.return_failed')).toBe('failure')
  expect(timelineFamily('refund.failed')).toBe('failure')
  expect(timelineFamily('payment.return_requested')).toBe('refund')
  expect(timelineFamily('payment.returned')).toBe('refund')
})

test('a timeline item of an unknown kind belongs to the family event', () => {
  expect(timelineFamily('teleported')).toBe('event')
})
