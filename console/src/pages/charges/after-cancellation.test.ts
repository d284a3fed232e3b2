import { expect, test } from 'vitest'
import { heldTitle } from './charge/banner-texts.ts'
import { paymentKind } from './money/texts.ts'
import { attentionText, ofStatus } from './texts.ts'
import { timelineTitle } from './timeline/timeline-texts.ts'

const namesOf = (status: string) => [
  ofStatus(paymentKind, 'after_final', status)?.[1],
  ofStatus(heldTitle, 'after_final', status)?.[1],
  timelineTitle('payment.after_final', status)[1],
  attentionText('paid_after_end', status)[1],
]

test('a late payment of a cancelled charge is named as a payment after the cancellation', () => {
  expect(namesOf('cancelled')).toEqual([
    'After cancellation',
    'Paid after cancellation',
    'Payment received after cancellation',
    'Paid after cancellation, held',
  ])
})

test('a late payment of a charge that failed is named as a payment after the end of the charge', () => {
  expect(namesOf('failed')).toEqual([
    'After closing',
    'Payment after closing',
    'Payment received after closing',
    'Payment after closing, held',
  ])
})
