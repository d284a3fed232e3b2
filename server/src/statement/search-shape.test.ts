import { expect, test } from 'vitest'
import { shapesOf } from './search-shape.ts'

const ID = '01890000-0000-7000-8000-00000000000f'
const E2E = 'E12345678202611201530abcdefghijk'

test.each([
  ['an id', ` ${ID.toUpperCase()} `, { uuid: ID }],
  ['an event', 'evt_01HZX3Q9V6R8TJ2M4N5P7W8Y9A', { eventId: 'evt_01HZX3Q9V6R8TJ2M4N5P7W8Y9A' }],
  ['a payment at the network', E2E, { endToEndId: E2E }],
  ['a return at the network', E2E.replace('E', 'D'), { returnId: E2E.replace('E', 'D') }],
  ['a txid', ID.replaceAll('-', ''), { chargeId: ID }],
  ['the beginning of a key', 'svc_live_abcdefABCDEF', { keyPrefix: 'svc_live_abcdefABCDEF' }],
  ['a CPF', '123.456.789-09', { document: '12345678909' }],
  ['a CPF in digits', '12345678909', { document: '12345678909' }],
  ['a CNPJ', '12.345.678/0001-95', { document: '12345678000195' }],
  ['a CNPJ with letters', '12.ABC.345/01DE-35', { document: '12ABC34501DE35' }],
  ['an amount', 'R$ 1.234,56', { amountCents: 123_456n }],
  ['whole reais', 'R$50', { amountCents: 5_000n }],
  ['thousands of reais', 'R$ 1.234', { amountCents: 123_400n }],
  ['an amount by its centavos', '1234,56', { amountCents: 123_456n }],
  ['a beginning of a reference', 'pedido-7', { reference: 'pedido-7' }],
  ['a name', 'Maria José', { name: 'maria jose' }],
])('%s is recognised', (_what, text, shape) => {
  expect(shapesOf(text)).toMatchObject(shape)
})

test('what is only a number is no amount, and what is exact is nothing else', () => {
  expect(shapesOf('1234')).toEqual({ reference: '1234' })
  expect(shapesOf('1.234')).toEqual({ reference: '1.234' })
  expect(Object.keys(shapesOf(ID))).toEqual(['uuid'])
})

test('of a key only its public beginning goes on, whole or torn', () => {
  const secret = 'x'.repeat(49)
  expect(shapesOf(`svc_live_abcdefABCDEF_${secret}`)).toEqual({ keyPrefix: 'svc_live_abcdefABCDEF' })
  expect(shapesOf(`svc_live_abcdefABCDEF-${secret}`)).toEqual({})
})

test.each(['', '   ', 'x', 'a\0b', '\ud800abc', 'y'.repeat(201)])('«%s» is nothing', (text) => {
  expect(shapesOf(text)).toEqual({})
})
