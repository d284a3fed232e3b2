import { expect, test } from 'vitest'
import { redactText, redactValues } from './redact.ts'

test.each([
  ['Pediu 529.982.247-25 ao telefone', 'Pediu [CPF] ao telefone'],
  ['cpf 52998224725.', 'cpf [CPF].'],
  ['CNPJ 12.345.678/0001-95 e 12345678000195', 'CNPJ [CNPJ] e [CNPJ]'],
  ['CNPJ 12.ABC.345/01DE-35, 12abc34501de35', 'CNPJ [CNPJ], [CNPJ]'],
  ['com espaços 12 ABC 345 01DE 35 e 529 982 247 25', 'com espaços [CNPJ] e [CPF]'],
  ['nota 12 12ABC34501DE35', 'nota 12 [CNPJ]'],
  ['lote 12ABC34501DE36 do pedido PEDIDO12345678', 'lote 12ABC34501DE36 do pedido PEDIDO12345678'],
  ['id 0012ABC34501DE35, 12ABC34501DE3500', 'id 0012ABC34501DE35, 12ABC34501DE3500'],
  ['pedido 52998224724, R$ 1.234,56', 'pedido 52998224724, R$ 1.234,56'],
  ['E1234567820261122034500000000001', 'E1234567820261122034500000000001'],
])('the audit log records the text «%s» as «%s»', (typed, kept) => {
  expect(redactText(typed)).toBe(kept)
})

test('secrets, keys and documents of a change are redacted, and other values are kept', () => {
  expect(
    redactValues({ password: 'x', pix_key: 'y', document: 'z', secret_last4: '1234', name: 'Loja', n: 1 }),
  ).toEqual({ password: '[…]', pix_key: '[…]', document: '[…]', secret_last4: '1234', name: 'Loja', n: 1 })
})
