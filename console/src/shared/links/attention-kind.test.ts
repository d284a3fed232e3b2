import { expect, test } from 'vitest'
import { attentionKind } from './attention-kind.ts'

test('the names of failed refunds tell a held payment from a sale, and say that the network failed', () => {
  const names = [attentionKind.return_failed, attentionKind.refund_failed]
  expect(names.map(([ptBr]) => /pagamento retido|venda/.exec(ptBr)?.[0])).toEqual([
    'pagamento retido',
    'venda',
  ])
  for (const [ptBr, en] of names) {
    expect(ptBr).toContain('na rede')
    expect(en).toContain('at the network')
  }
})
