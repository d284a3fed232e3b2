import { expect, test } from 'vitest'
import { CHARGE_ATTENTION } from '../../../../server/src/charges/attention/attention-reasons.ts'
import { needsAction } from './needs-action.ts'

test('a charge needs an action of a person for every kind of attention except five', () => {
  expect(CHARGE_ATTENTION.filter((attention) => !needsAction(attention))).toEqual([
    'held_payment',
    'paid_after_end',
    'dispute_returning',
    'refund_running',
    'late_payment',
  ])
})
