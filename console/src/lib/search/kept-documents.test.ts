import { afterEach, expect, test } from 'vitest'
import { holdsDocument as refusedByServer } from '../../../../server/src/kernel/values/holds-document.ts'
import { closeText, forgetDocuments, holdsDocument, isHandle, openText } from './kept-documents.ts'

afterEach(forgetDocuments)

test.each([
  '52998224725',
  '529.982.247-25',
  '529 982 247 25',
  'cpf 529.982.247-25?',
  '11222333000181',
  '11.222.333/0001-81',
  '12.ABC.345/01DE-35',
  '12.ABC.345/01DE-36',
  '12.abc.345/01de-35',
  '12ABC34501DE35',
  '12abc34501de35',
  '12 ABC 345 01DE 35',
  'cnpj:12ABC34501DE35, filial',
  '12345678901',
])('%s never stands in an address', (text) => {
  const part = closeText(text)
  expect(isHandle(part)).toBe(true)
  expect(openText(part)).toBe(text)
  expect(closeText(text)).toBe(part)
  expect(refusedByServer(text)).toBe(true)
})

test.each([
  'PED-2026-000123',
  'pedido-1a2b3c4d',
  'PEDIDO12345678',
  '12ABC34501DE36',
  'x12ABC34501DE35',
  'R$ 1.234.567.890,12',
  'E1234567820261122052306abcdefghi',
  '0199a5b2-7c11-7000-8000-123456789012',
  '2026-11-01..2026-11-20',
  '+55 11 9876',
])('%s is shared as it stands', (text) => {
  expect(closeText(text)).toBe(text)
  expect(refusedByServer(text)).toBe(false)
})

test('a document is found wherever it stands in a filter', () => {
  expect(holdsDocument({ filter: { merchantId: null, q: '529.982.247-25' }, first: 50 })).toBe(true)
  expect(
    holdsDocument({ filter: { status: ['paid'], q: 'maria', createdFrom: '2026-11-22T05:23:06.000Z' } }),
  ).toBe(false)
})

test('what was forgotten is known to have been a document, and no more', () => {
  const part = closeText('52998224725')
  forgetDocuments()
  expect(openText(part)).toBe(part)
  expect(isHandle(part)).toBe(true)
})
