import { expect, test } from 'vitest'
import { decisionEffect } from './decision-effect.ts'

const row = (policy: string) => ({ heldCents: '6000', dispute: { policy } })

const effect = (policy: string, acceptedCents: bigint) =>
  decisionEffect(row(policy), acceptedCents, 'en')[1].replaceAll('\u00a0', ' ')

test('a rejected dispute releases the blocked money', () => {
  expect(effect('service_advances', 0n)).toBe(
    'Nothing goes to the payer. R$60.00 returns to the merchant’s balance.',
  )
})

test('a partly accepted dispute returns a part and releases the rest', () => {
  expect(effect('service_advances', 2_000n)).toBe(
    'R$20.00 goes to the payer. R$40.00 returns to the merchant’s balance.',
  )
})

test('if the blocked amount is less than the accepted amount, the policy decides who bears the difference', () => {
  expect(effect('service_advances', 10_000n)).toBe(
    'R$100.00 goes to the payer. The merchant will owe the company R$40.00.',
  )
  expect(effect('return_what_exists', 10_000n)).toBe(
    'R$60.00 goes to the payer. R$40.00 is not blocked and will not be refunded.',
  )
})
