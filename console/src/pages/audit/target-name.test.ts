import { expect, test } from 'vitest'
import type { AuditFieldsFragment } from '../../api/generated/graphql.ts'
import { targetName } from './TargetLink.tsx'

const ID = '01890000-0000-7000-8000-00000000000f'
const change = (field: string, after: string) => ({
  field,
  before: null,
  after,
  beforeName: null,
  afterName: null,
})

const entry = (more: Partial<AuditFieldsFragment>): AuditFieldsFragment => ({
  id: ID,
  occurredAt: '2026-11-28T01:30:00.000Z',
  actor: 'cli',
  actorName: 'cli',
  role: null,
  action: 'payout.reserve',
  targetType: 'payout',
  targetId: ID,
  target: null,
  reason: null,
  merchant: { id: ID, name: 'Padaria São João' },
  changes: [change('amount_cents', '25000')],
  ...more,
})

const nameOf = (more: Partial<AuditFieldsFragment>) => targetName(entry(more), 'America/Sao_Paulo')

test('a payout without a bank reference is named by its amount, merchant and date in the time zone of the reader', () => {
  expect(nameOf({})).toEqual([
    'de R$\u00A0250,00 a Padaria São João, 27/11/2026',
    'of R$250.00 to Padaria São João, 27 Nov 2026',
  ])
})

test('a payout with a bank reference is named by the reference', () => {
  const target = { name: 'TED-0042', chargeId: null }
  expect(nameOf({ target })).toEqual(['TED-0042', 'TED-0042'])
})

test('an API key without a name is named by the name in the audit entry, otherwise by the start of its id', () => {
  const key = { targetType: 'api_key', action: 'api_key.create' }
  expect(nameOf({ ...key, changes: [change('name', 'Teste')] })).toEqual(['Teste', 'Teste'])
  expect(nameOf({ ...key, changes: [] })).toEqual(['Chave de API 01890000', 'API key 01890000'])
})

test('the name of a journal entry does not repeat its kind after a text that ends with the kind', () => {
  const reversal = entry({ targetType: 'journal_entry', action: 'journal_entry.reverse', changes: [] })
  expect(targetName(reversal, 'UTC', ['estornou o lançamento', 'reversed the journal entry'])).toEqual([
    '01890000',
    '01890000',
  ])
  expect(targetName(reversal, 'UTC')).toEqual(['Lançamento 01890000', 'Journal entry 01890000'])
})
