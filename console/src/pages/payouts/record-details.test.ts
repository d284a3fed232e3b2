import { expect, test } from 'vitest'
import { recordDetails } from './record-details.ts'

const reserved = {
  state: 'reserved',
  reservedAt: '2026-11-20T10:00:00Z',
  createdAt: '2026-11-20T10:00:00Z',
  createdBy: 'Ana',
  changes: [],
} as const

const shown = (payout: Parameters<typeof recordDetails>[0]) =>
  recordDetails(payout).map((detail) => [detail.name[0], 'at' in detail ? detail.at : detail.by])

test('a reserved payout names who reserved it, and that nobody has recorded its payment', () => {
  expect(shown({ ...reserved, changes: [] })).toEqual([
    ['Reservado em', '2026-11-20T10:00:00Z'],
    ['Reservado por', 'Ana'],
    ['Pagamento registrado por', null],
  ])
})

test('a paid payout names who reserved it and who recorded its payment', () => {
  const completed = { kind: 'completed', at: '2026-11-21T10:00:00Z', by: 'Rui' }
  expect(shown({ ...reserved, state: 'paid', changes: [completed] })).toEqual([
    ['Reservado em', '2026-11-20T10:00:00Z'],
    ['Reservado por', 'Ana'],
    ['Pagamento registrado em', '2026-11-21T10:00:00Z'],
    ['Pagamento registrado por', 'Rui'],
  ])
})

test('a released payout names who released it', () => {
  const givenBack = { kind: 'given_back', at: '2026-11-21T10:00:00Z', by: 'Rui' }
  expect(shown({ ...reserved, state: 'given_back', changes: [givenBack] }).slice(2)).toEqual([
    ['Reserva desfeita em', '2026-11-21T10:00:00Z'],
    ['Reserva desfeita por', 'Rui'],
  ])
})

test('a payout recorded without a reservation and reversed names both people', () => {
  const reversal = { kind: 'reversed', at: '2026-11-21T10:00:00Z', by: 'Rui' }
  expect(shown({ ...reserved, state: 'reversed', reservedAt: null, changes: [reversal] })).toEqual([
    ['Pagamento registrado em', '2026-11-20T10:00:00Z'],
    ['Pagamento registrado por', 'Ana'],
    ['Estornado em', '2026-11-21T10:00:00Z'],
    ['Estornado por', 'Rui'],
  ])
})

const byCommand = (kind: string) => ({ kind, at: '2026-11-20T10:00:00Z', by: 'cli:Nina' })

test('a payout that a command created names the operator, who is only in the audit log', () => {
  const made = { ...reserved, createdBy: 'cli', changes: [byCommand('reserved')] }
  expect(shown(made)[1]).toEqual(['Reservado por', 'cli:Nina'])
  expect(shown({ ...made, state: 'paid', reservedAt: null, changes: [byCommand('recorded')] })).toEqual([
    ['Pagamento registrado em', '2026-11-20T10:00:00Z'],
    ['Pagamento registrado por', 'cli:Nina'],
  ])
})
