import { expect, test } from 'vitest'
import { obstacleText } from './obstacle-text.ts'

const textOf = (chargeId: string | null) =>
  obstacleText('shown', { code: 'open_disputes', dispute: { amountCents: '12300', chargeId } }, 'en')[1]

test('the text for a dispute of another charge ends with the word for order, after which the page names the order', () => {
  expect(textOf('other')).toMatch(/^a dispute of R\$\s?123\.00 on order$/)
})

test('the text for a dispute of the shown charge, or of no charge, needs no order', () => {
  expect(textOf('shown')).toMatch(/^a dispute of R\$\s?123\.00 on this charge$/)
  expect(textOf(null)).toBe('a dispute on another charge')
})
