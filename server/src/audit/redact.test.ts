import { expect, test } from 'vitest'
import { redactText, redactValues } from './redact.ts'

test.each([
  ['Pediu 529.982.247-25 ao telefone', 'Pediu [CPF] ao telefone'],
  ['cpf 52998224725.', 'cpf [CPF].'],
  ['CNPJ 12.345.678/0001-95 e 12345678000195', 'CNPJ [CNPJ] e [CNPJ]'],
  ['pedido 52998224724, R$ 1.234,56', 'pedido 52998224724, R$ 1.234,56'],
  ['E1234567820261122034500000000001', 'E1234567820261122034500000000001'],
])('%s', (typed, kept) => {
  expect(redactText(typed)).toBe(kept)
})

test('secrets, keys and documents are not kept, whatever else of the change is', () => {
  expect(
    redactValues({ password: 'x', pix_key: 'y', document: 'z', secret_last4: '1234', name: 'Loja', n: 1 }),
  ).toEqual({ password: '[…]', pix_key: '[…]', document: '[…]', secret_last4: '1234', name: 'Loja', n: 1 })
})
