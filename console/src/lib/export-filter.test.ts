import { expect, test } from 'vitest'
import { filterLines, MERCHANT_FILTER } from './export-filter.ts'
import { exports } from './i18n/exports.ts'
import { chargeStatus } from './i18n/status.ts'

const reader = { language: 'pt-BR', zone: 'America/Sao_Paulo', merchantName: 'Padaria' } as const

const names = {
  ...MERCHANT_FILTER,
  status: [['Situação', 'Status'], chargeStatus],
  q: [['Busca', 'Search']],
  createdFrom: [exports.from],
  createdTo: [exports.until],
  amountFromCents: [['Valor mínimo', 'Smallest amount']],
  hasException: null,
} as const

test('the description of a filter uses the language and time zone of the page', () => {
  const filter = {
    merchantId: '01890000-0000-7000-8000-00000000000f',
    status: ['paid', 'refunded'],
    q: null,
    createdFrom: '2026-11-01T03:00:00.000Z',
    createdTo: '2026-11-21T03:00:00.000Z',
    amountFromCents: '123450',
    hasException: true,
  }
  expect(filterLines(filter, names, reader)).toEqual([
    ['Lojista', 'Padaria'],
    ['Situação', 'Paga, Devolvida'],
    ['De', '01/11/2026 00:00'],
    ['Até', '20/11/2026 23:59'],
    ['Valor mínimo', 'R$\u00A01.234,50'],
  ])
})

test('the description of an empty filter has no lines', () => {
  expect(filterLines({ merchantId: null }, MERCHANT_FILTER, reader)).toEqual([])
})
