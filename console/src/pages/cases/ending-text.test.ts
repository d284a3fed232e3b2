import { expect, test } from 'vitest'
import { endingText } from './ending-text.ts'

const CASE = {
  kind: 'dispute',
  status: 'returned',
  amountCents: '42000',
  exception: null,
  isReturnOverdue: false,
  dispute: { status: 'closed', returnedCents: '12000' },
} as const

test('a partly returned dispute names both amounts instead of saying that the amount went back', () => {
  expect(endingText(CASE, 'en')[1]).toMatch(
    /^The block ended and the payer received R\$\s?120\.00 of R\$\s?420\.00 back$/,
  )
  expect(endingText({ ...CASE, amountCents: '12000' }, 'en')[1]).toBe('The payer received the amount back')
})
