import { expect, test } from 'vitest'
import { holdEffectText } from './HoldEffects.tsx'

const effect = {
  fromPendingCents: '0',
  fromAvailableCents: '0',
  fromReserveCents: '500',
  fromFeeCents: '400',
  shortCents: '100',
}

test('the effect of a hold is one sentence whose parts begin with their amounts', () => {
  expect(holdEffectText({ effect, amountCents: '2000' }, 'en')).toBe(
    'R$5.00 taken from Contract reserve; R$4.00 of the fee returned by the company; ' +
      'R$1.00 missing from the balance: blocked when available; ' +
      'R$10.00 already blocked by the refund in progress.',
  )
})

test('a hold of the money of the payer does not change the balance of the merchant', () => {
  expect(holdEffectText({ effect: null }, 'en')).toBe(
    'The merchant’s balance does not change: the money belongs to the payer.',
  )
})
