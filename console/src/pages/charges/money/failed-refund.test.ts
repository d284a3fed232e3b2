import { expect, test } from 'vitest'
import { failedRefund } from './failed-refund.ts'

const refunds = [
  { id: 'newest', status: 'failed' },
  { id: 'older', status: 'failed' },
  { id: 'oldest', status: 'completed' },
]

test('the newest failed refund needs a banner while the server reports that a refund failed', () => {
  expect(failedRefund({ attention: ['refund_failed'], refunds })).toBe(refunds[0])
})

test('a failed refund needs no banner when the server no longer reports that a refund failed', () => {
  expect(failedRefund({ attention: [], refunds })).toBeUndefined()
  expect(failedRefund({ attention: ['refund_running'], refunds })).toBeUndefined()
})
