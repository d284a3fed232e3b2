import { expect, test } from 'vitest'
import { remedyEffect } from './remedy-effect.ts'

const DETAILS = [
  { name: 'recorded_cents', value: '5000' },
  { name: 'listed_cents', value: '4999' },
]

const effect = (remedy: string) => remedyEffect(remedy, DETAILS, 'en')?.[1].replaceAll('\u00a0', ' ')

test('the effect of a remedy names the settled amount, and the difference that the company bears', () => {
  expect(effect('settle_as_recorded')).toBe('R$50.00 is settled. The company bears no difference.')
  expect(effect('settle_as_listed')).toBe('R$49.99 is settled. The company bears the difference of +R$0.01.')
})

test('remedyEffect returns undefined without a remedy, and null without the recorded and listed amounts', () => {
  expect(effect('none')).toBeUndefined()
  expect(remedyEffect('settle_as_recorded', [], 'en')).toBeNull()
})
