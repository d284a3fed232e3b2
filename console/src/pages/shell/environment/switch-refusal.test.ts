import { expect, test } from 'vitest'
import { switchRefusal } from './switch-refusal.ts'
import { environment as texts } from './texts.ts'

test('a page without a test page says so with and without a chosen merchant', () => {
  expect(switchRefusal('/payouts', null)).toBe(texts.noTestPage)
  expect(switchRefusal('/payouts', 'm1')).toBe(texts.noTestPage)
})

test('a page with a test page asks for a merchant until one is chosen', () => {
  expect(switchRefusal('/charges', null)).toBe(texts.chooseMerchant)
  expect(switchRefusal('/charges', 'm1')).toBeNull()
})
