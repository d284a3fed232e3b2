import { expect, test } from 'vitest'
import { totalText } from './total-text.ts'

const totals = {
  availableCents: '1000',
  pendingCents: '0',
  contractReserveCents: '100',
  blockedCents: '700',
  heldForPayersCents: '500',
  payoutReservedCents: '0',
  receivableCents: '-300',
  totalCents: '1500',
}

const shown = (totalCents: string) =>
  totalText({ ...totals, totalCents }, 'agora', 'pt-BR')[0].replaceAll('\u00a0', ' ')

test('the sum of the figures of the merchants has its terms', () => {
  expect(shown('1500')).toContain(
    ': R$ 13,00 + R$ 5,00 − R$ 3,00 = R$ 15,00, igual à posição total lida do razão.',
  )
})

test('a total position that differs from the sum is shown with the difference', () => {
  expect(shown('1499')).toContain(
    '= R$ 15,00, mas a posição total lida do razão é R$ 14,99: diferença de -R$ 0,01.',
  )
})
