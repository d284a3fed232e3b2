import { expect, test } from 'vitest'
import { EXPORT_COLUMNS } from './export-columns.ts'
import { filterLines } from './export-filter.ts'

const reader = { language: 'pt-BR', zone: 'America/Sao_Paulo', merchantName: 'Padaria' } as const

test('a filter is described in the language and time zone of the page', () => {
  const filter = {
    merchantId: '01890000-0000-7000-8000-00000000000f',
    status: ['paid', 'refunded'],
    q: null,
    createdFrom: '2026-11-01T03:00:00.000Z',
    amountFromCents: '123450',
  }
  expect(filterLines(filter, reader)).toEqual([
    ['Lojista', 'Padaria'],
    ['Situação', 'Paga, Devolvida'],
    ['De', '01/11/2026 00:00'],
    ['Valor mínimo', 'R$\u00A01.234,50'],
  ])
})

test('an empty filter has no lines', () => {
  expect(filterLines({ merchantId: null, state: null }, reader)).toEqual([])
})

test('no list has two columns with the same id', () => {
  for (const columns of Object.values(EXPORT_COLUMNS)) {
    const ids = columns.map(([id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
  }
})
