import { expect, test } from 'vitest'
import { hitWords } from './hit-words.ts'

test('what the search found is told in words, amounts as they are read', () => {
  const detail = 'R$ 76551,86 · partially_refunded · Ana Souza'
  expect(hitWords('charge', detail, 'pt-BR')).toBe('R$\u00a076.551,86 · Devolvida em parte · Ana Souza')
  expect(hitWords('financial_case', 'refund · returned', 'pt-BR')).toBe('Devolução · Devolvido')
  expect(hitWords('payout', 'R$ 500,00 · paid', 'en')).toContain('Paid')
})

test('a name that looks like no code stays as it is', () => {
  expect(hitWords('merchant', 'paid', 'pt-BR')).toBe('paid')
  expect(hitWords('charge', 'R$ 10', 'pt-BR')).toBe('R$ 10')
})
