import { expect, test } from 'vitest'
import { HITS_MAX } from '../../../../../server/src/search/search-hits.ts'
import { hitWords, isCut } from './hit-words.ts'

test('the codes in a search hit are translated, and its amounts are formatted as money', () => {
  const charge = {
    kind: 'charge',
    title: 'pedido-1',
    detail: 'partially_refunded · Ana Souza',
    amountCents: '7655186',
  } as const
  expect(hitWords(charge, 'pt-BR')).toEqual({
    title: 'pedido-1',
    details: ['R$\u00a076.551,86', 'Devolvida em parte', 'Ana Souza'],
  })
  const held = {
    kind: 'financial_case',
    title: null,
    detail: 'refund · returned',
    amountCents: '50000',
  } as const
  expect(hitWords(held, 'pt-BR')).toEqual({
    title: 'R$\u00a0500,00',
    details: ['Devolução', 'Devolvido'],
  })
  const payout = { kind: 'payout', title: 'TED-1', detail: 'paid', amountCents: '50000' } as const
  expect(hitWords(payout, 'en').details).toEqual(['R$500.00', 'Paid'])
})

test('the title of a search hit is not translated, even if it equals the code of a status', () => {
  const merchant = { kind: 'merchant', title: 'paid', detail: null, amountCents: null } as const
  expect(hitWords(merchant, 'pt-BR')).toEqual({ title: 'paid', details: [] })
  const charge = { kind: 'charge', title: 'refunded', detail: 'paid', amountCents: '1' } as const
  expect(hitWords(charge, 'en').title).toBe('refunded')
})

test('hits count as cut exactly if one kind has as many hits as the server returns at most', () => {
  const charges = Array.from({ length: HITS_MAX }, () => ({ kind: 'charge' as const }))
  expect(isCut(charges)).toBe(true)
  expect(isCut([...charges.slice(1), { kind: 'payout' }])).toBe(false)
})
