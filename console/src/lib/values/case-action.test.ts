import { expect, test } from 'vitest'
import { caseNeedsPerson, type CaseFacts } from './case-action.ts'

const held: CaseFacts = {
  kind: 'held_payment',
  status: 'open',
  exception: null,
  isReturnOverdue: false,
  dispute: null,
}

test('a case that ends by itself needs no action', () => {
  expect(caseNeedsPerson(held)).toBe(false)
  expect(caseNeedsPerson({ ...held, kind: 'refund' })).toBe(false)
  expect(caseNeedsPerson({ ...held, kind: 'dispute', dispute: { status: 'returning' } })).toBe(false)
})

test('an open dispute, a block, and a failed or overdue return need an action of a person', () => {
  expect(caseNeedsPerson({ ...held, kind: 'dispute', dispute: { status: 'open' } })).toBe(true)
  expect(caseNeedsPerson({ ...held, kind: 'block' })).toBe(true)
  expect(caseNeedsPerson({ ...held, exception: 'return_failed' })).toBe(true)
  expect(caseNeedsPerson({ ...held, isReturnOverdue: true })).toBe(true)
})

test('a closed case needs no action', () => {
  expect(caseNeedsPerson({ ...held, kind: 'block', status: 'released' })).toBe(false)
})
