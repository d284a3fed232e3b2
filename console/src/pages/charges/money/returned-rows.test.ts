import { expect, test } from 'vitest'
import type { CaseFieldsFragment, RefundFieldsFragment } from '../../../api/generated/graphql.ts'
import { returnedRows } from './returned-rows.ts'

const HELD: CaseFieldsFragment = {
  id: 'c1',
  merchantId: 'm1',
  merchant: { id: 'm1', name: 'Loja' },
  kind: 'held_payment',
  status: 'open',
  amountCents: '11200',
  heldCents: '0',
  heldPayerCents: '11200',
  shortCents: '0',
  exception: null,
  chargeId: 'x1',
  orderReference: 'pedido-1',
  endToEndId: 'E1',
  refundId: null,
  openedAt: '2026-11-29T10:00:00.000Z',
  closedAt: null,
  isReturnOverdue: false,
  dispute: null,
}

const REFUND: RefundFieldsFragment = {
  id: 'r1',
  amountCents: '4500',
  status: 'failed',
  reason: null,
  description: null,
  requestedAt: '2026-11-29T11:00:00.000Z',
  completedAt: null,
  failureText: ['Devolução não realizada pela rede Pix', 'The Pix network did not make the refund'],
  returnId: null,
}

test('the return of a held payment that failed at the network is shown as failed and must be repeated', () => {
  const [failed] = returnedRows([], [{ ...HELD, exception: 'return_failed' }])
  expect(failed?.status).toBe('failed')
  expect(failed?.consequence?.[0]).toBe('Precisa ser repetida')
  expect(returnedRows([], [HELD])[0]).toMatchObject({ status: 'processing', consequence: null })
})

test('a failed refund says that the amount went back only after its case was released', () => {
  const refundCase = { ...HELD, kind: 'refund', refundId: 'r1', heldPayerCents: '0' } as const
  const consequence = (status: 'open' | 'released') =>
    returnedRows([REFUND], [{ ...refundCase, status }])[0]?.consequence?.[0]
  expect(consequence('released')).toBe('O valor voltou ao saldo do lojista')
  expect(consequence('open')).toBeUndefined()
})
