import { expect, test } from 'vitest'
import { caseStatusText, type CaseStatusFacts } from './case-status.ts'

const CASE: CaseStatusFacts = {
  kind: 'dispute',
  status: 'returned',
  amountCents: '42000',
  exception: null,
  isReturnOverdue: false,
  dispute: { status: 'closed', returnedCents: '12000' },
}

test('the status of a dispute says whether the payer got the whole amount or a part of it', () => {
  expect(caseStatusText(CASE)[0]).toBe('Devolvido em parte')
  expect(caseStatusText({ ...CASE, amountCents: '12000' })[0]).toBe('Devolvido')
  expect(caseStatusText({ ...CASE, status: 'released' })[0]).toBe('Liberado')
  expect(caseStatusText({ ...CASE, kind: 'refund', dispute: null })[0]).toBe('Devolvido')
})

test('the status of a case whose refund was not made says that the refund failed', () => {
  expect(caseStatusText({ ...CASE, kind: 'refund', status: 'released', dispute: null })[0]).toBe(
    'Devolução falhou',
  )
})

test('an accepted dispute that is being returned has a status of its own', () => {
  const open = { ...CASE, status: 'open' } as const
  expect(caseStatusText({ ...open, dispute: { status: 'returning', returnedCents: '0' } })[0]).toBe(
    'Aceita, em devolução',
  )
  expect(caseStatusText({ ...open, dispute: { status: 'open', returnedCents: '0' } })[0]).toBe('Em aberto')
})
