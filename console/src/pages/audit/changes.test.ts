import { expect, test } from 'vitest'
import { textIn } from '../../lib/text.ts'
import { changeText, namedChanges, type Change } from './changes.ts'
import { auditSentence, entrySentenceParts, sentenceParts } from './sentences.ts'
import { auditAct } from './texts.ts'

const words = (change: Change, language: 'pt-BR' | 'en') =>
  textIn(changeText(change, { language, zone: 'America/Sao_Paulo' }), language).replaceAll('\u00a0', ' ')

test.each([
  [
    { field: 'feePercentBps', before: '200', after: '150' },
    'Tarifa: de 2,00% para 1,50%',
    'Fee: from 2.00% to 1.50%',
  ],
  [{ field: 'amount_cents', before: null, after: '123456' }, 'Valor: R$ 1.234,56', 'Amount: R$1,234.56'],
  [
    { field: 'disputed_cents', before: null, after: '42000' },
    'Valor contestado: R$ 420,00',
    'Disputed amount: R$420.00',
  ],
  [
    { field: 'role', before: 'support', after: 'finance' },
    'Perfil: de Suporte para Financeiro',
    'Role: from Support to Finance',
  ],
  [{ field: 'active', before: 'true', after: 'false' }, 'Ativa: de sim para não', 'Active: from yes to no'],
  [
    { field: 'scopes', before: null, after: '["charges:read","new"]' },
    'Permissões: Consultar cobranças, new',
    'Permissions: Read charges, new',
  ],
  [
    { field: 'ispb', before: '60701190', after: '1', beforeName: 'ITAÚ UNIBANCO S.A.', afterName: null },
    'Banco: de ITAÚ UNIBANCO S.A. para 1',
    'Bank: from ITAÚ UNIBANCO S.A. to 1',
  ],
  [
    { field: 'state', before: 'active', after: 'draining' },
    'Situação: de Ativa para Sem cobranças novas',
    'State: from Active to No new charges',
  ],
  [
    { field: 'accounts', before: '[]', after: '["itau","default"]' },
    'Contas PSP: de default para itau, default',
    'PSP accounts: from default to itau, default',
  ],
  [
    { field: 'charge_ceiling_cents', before: null, after: '50000' },
    'Maior cobrança: R$ 500,00',
    'Largest charge: R$500.00',
  ],
  [
    { field: 'replaced', before: null, after: '["client_secret","new"]' },
    'Trocado: segredo do cliente, new',
    'Replaced: client secret, new',
  ],
  [{ field: 'event_types', before: null, after: '[]' }, 'Eventos: todos', 'Events: all'],
  [
    { field: 'status', before: 'pending', after: null },
    'Situação antes: Aguardando',
    'Status before: Awaiting payment',
  ],
  [
    { field: 'expires_at', before: null, after: '2026-11-23T03:00:00.000Z' },
    'Validade: 23/11/2026 00:00',
    'Expires: 23 Nov 2026, 00:00',
  ],
  [{ field: 'name', before: '[x', after: 'Nova' }, 'Nome: de [x para Nova', 'Name: from [x to Nova'],
])('the change %j is written in words in both languages', (change, ptBr, en) => {
  expect([words(change, 'pt-BR'), words(change, 'en')]).toEqual([ptBr, en])
})

test('unchanged values and values without a name are shown only in the raw record', () => {
  const changes = [
    { field: 'feePercentBps', before: '200', after: '200' },
    { field: 'reserveBps', before: '0', after: '100' },
    { field: 'journal_id', before: null, after: 'x' },
  ]
  expect(namedChanges(changes).map(({ field }) => field)).toEqual(['reserveBps'])
})

test('every audited action has a sentence, which names the target equally often in both languages', () => {
  expect(Object.keys(auditSentence).toSorted()).toEqual(Object.keys(auditAct).toSorted())
  const places = Object.values(auditSentence).map((texts) => texts.map((text) => text.split('#').length))
  expect(places.filter(([ptBr = 0, en]) => ptBr !== en || ptBr > 2)).toEqual([])
})

test('sentenceParts splits the sentence of an audit entry at the place of its target', () => {
  expect(sentenceParts('staff.link_identity')).toEqual({
    before: ['vinculou', 'linked'],
    after: [' à conta da empresa', ' to the company account'],
  })
  expect(sentenceParts('staff.sign_out').after).toBeUndefined()
  expect(sentenceParts('new.action').before).toEqual(['new.action', 'new.action'])
})

test.each([
  [null, '60746948', 'cadastrou a conta bancária de', 'added the bank account of'],
  ['60701190', '60746948', 'mudou a conta bancária de', 'changed the bank account of'],
  ['60701190', null, 'removeu a conta bancária de', 'removed the bank account of'],
])(
  'the sentence says whether a bank account was added, changed or removed: from %s to %s',
  (before, after, ptBr, en) => {
    const entry = { action: 'merchant.set_bank_account', changes: [{ field: 'ispb', before, after }] }
    expect(entrySentenceParts(entry).before).toEqual([ptBr, en])
  },
)
