import { expect, test } from 'vitest'
import { eventText } from '../../lib/i18n/status.ts'
import { attentionText } from './texts.ts'
import { timelineTitle } from './timeline/timeline-texts.ts'
import { attentionKind } from '../../shared/links/attention-kind.ts'

test('a failed refund has the same name in every list, and the name tells a held payment from a sale', () => {
  const held = ['Devolução de pagamento retido falhou', 'Held-payment refund failed']
  const sale = ['Devolução falhou', 'Refund failed']
  expect(attentionKind.return_failed).toEqual(held)
  expect(attentionText('return_failed')).toEqual(held)
  expect(timelineTitle('payment.return_failed')).toEqual(held)
  expect(attentionKind.refund_failed).toEqual(sale)
  expect(attentionText('refund_failed')).toEqual(sale)
  expect(timelineTitle('refund.failed')).toEqual(sale)
  expect(eventText('refund.failed')).toEqual(sale)
})
