import { expect, test } from 'vitest'
import { moreText } from './more-text.ts'

const text = (cents: string) => moreText(cents, 'en')[1].replaceAll('\u00a0', ' ')

test('the amount of a difference says which side has more, without a sign', () => {
  expect(text('900')).toBe('The network shows R$9.00 more')
  expect(text('-1')).toBe('Our records show R$0.01 more')
})
