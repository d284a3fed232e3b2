import { afterEach, expect, test } from 'vitest'
import { containsDocument as refusedByServer } from '../../../../server/src/kernel/values/contains-document.ts'
import {
  clearDocumentHandles,
  containsDocument,
  hideDocument,
  isDocumentHandle,
  restoreDocument,
} from './document-handles.ts'

afterEach(clearDocumentHandles)

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
])('a handle replaces the text «%s», which contains a CPF or CNPJ', (text) => {
  const part = hideDocument(text)
  expect(isDocumentHandle(part)).toBe(true)
  expect(restoreDocument(part)).toBe(text)
  expect(hideDocument(text)).toBe(part)
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
])('the text «%s» contains no CPF or CNPJ and is not replaced', (text) => {
  expect(hideDocument(text)).toBe(text)
  expect(refusedByServer(text)).toBe(false)
})

test('containsDocument finds a CPF in any field of a filter', () => {
  expect(containsDocument({ filter: { merchantId: null, q: '529.982.247-25' }, first: 50 })).toBe(true)
  expect(
    containsDocument({ filter: { status: ['paid'], q: 'maria', createdFrom: '2026-11-22T05:23:06.000Z' } }),
  ).toBe(false)
})

test('isDocumentHandle recognises a handle even after the text that it replaced was deleted', () => {
  const part = hideDocument('52998224725')
  clearDocumentHandles()
  expect(restoreDocument(part)).toBe(part)
  expect(isDocumentHandle(part)).toBe(true)
})
