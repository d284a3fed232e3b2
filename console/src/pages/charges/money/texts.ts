import type { Text } from '../../../lib/text.ts'

export const money = {
  breakdown: ['Composição do valor', 'Amount breakdown'],
  gross: ['Bruto', 'Gross'],
  fee: ['Tarifa', 'Fee'],
  refunded: ['Devolvido', 'Refunded'],
  blocked: ['Bloqueado', 'Blocked'],
  payable: ['A repassar', 'Payable'],
  withReserve: (amount: string) => [`com ${amount} de reserva`, `including ${amount} of reserve`] as const,
  feeTerms: (percent: string, fixed: string) => [`${percent} + ${fixed}`, `${percent} + ${fixed}`] as const,
  feeReturned: (amount: string) => [`, menos ${amount} devolvidos`, `, less ${amount} returned`] as const,
  ifPaid: (net: string, fee: string, reserve: string) =>
    [
      `Se for paga: ${net} ao lojista (descontada a tarifa ${fee}; inclui reserva ${reserve})`,
      `If paid: ${net} to the merchant (less the fee ${fee}; includes the reserve ${reserve})`,
    ] as const,
  neverPaid: [
    'Sem venda paga, não há valores a repassar.',
    'Without a paid sale there is nothing to pay out.',
  ],
  refundable: (amount: string) =>
    [
      `Ainda pode ser devolvido: até ${amount}, até`,
      `Can still be refunded: up to ${amount}, until`,
    ] as const,
  noneAccepted: ['Nenhum pagamento aceito: nada a repassar.', 'No payment was accepted: nothing to pay out.'],
} as const

export const arrival = {
  title: ['Quando o dinheiro chega', 'When the money arrives'],
  paidOut: ['Saiu no repasse', 'Paid in payout'],
  deducted: ['Descontado no repasse', 'Deducted in payout'],
  awaiting: ['Disponível, espera o próximo repasse', 'Available, awaiting the next payout'],
  available: ['Disponível', 'Available'],
  noPayoutNow: ['mas os repasses estão suspensos', 'but payouts are suspended'],
  toDeduct: ['Será descontado de outras vendas', 'Will be deducted from other sales'],
  since: ['desde', 'since'],
  pending: ['Disponível em', 'Available on'],
  unsettled: [
    'se a rede Pix já tiver liquidado o pagamento',
    'if the Pix network has settled the payment by then',
  ],
  overdue: [
    'Disponível assim que a rede Pix liquidar o pagamento',
    'Available once the Pix network settles the payment',
  ],
  differs: {
    open: [
      'Não fica disponível enquanto a divergência com a rede estiver em aberto',
      'Not available while the reconciliation exception is open',
    ],
    closed: [
      'Não fica disponível: a divergência com a rede foi encerrada sem liquidar o pagamento',
      'Not available: the reconciliation exception was closed without settling the payment',
    ],
  },
  obstacles: ['Repasses do lojista suspensos', 'Merchant’s payouts suspended'],
  seeCase: ['Ver o caso', 'View case'],
  reserve: ['Reserva, será liberada em', 'Reserve, to be released on'],
  reserveDue: ['Reserva, a liberar desde', 'Reserve, due for release since'],
  blocked: ['Bloqueado até a decisão do caso', 'Blocked until the case is decided'],
  blockedByReturn: [
    'Bloqueado até a rede confirmar a devolução',
    'Blocked until the network confirms the refund',
  ],
  none: ['Não resta valor a repassar.', 'Nothing is left to pay out.'],
} as const

/** Texts that say why payouts to the merchant are suspended, by the code of a suspension reason. */
export const obstacle: Readonly<Record<string, Text>> = {
  negative_balance: ['há débito do lojista', 'there is a merchant debt'],
  open_disputes: ['contestação de outra cobrança do lojista', 'a dispute on another charge'],
  bank_account_missing: ['o lojista não tem conta bancária', 'the merchant has no bank account'],
  reconciliation_difference: ['divergência de conciliação em aberto', 'an open reconciliation exception'],
  manual_hold: ['suspensão manual dos repasses', 'a manual suspension of payouts'],
}

/** The text for a dispute of the shown charge, which suspends the payouts. */
export const disputeOfCharge = (amount: string) =>
  [`contestação de ${amount} nesta cobrança`, `a dispute of ${amount} on this charge`] as const

/** The text for a dispute of another charge, which suspends the payouts. The page adds the order of that charge. */
export const disputeOfOther = (amount: string) =>
  [`contestação de ${amount} do pedido`, `a dispute of ${amount} on order`] as const

export const payments = {
  title: ['Pagamentos', 'Payments'],
  empty: ['Nenhum pagamento recebido.', 'No payments received.'],
  kind: ['Tipo', 'Type'],
  endToEnd: ['E2E', 'E2E'],
  paidAt: ['Pago em', 'Paid'],
  amount: ['Valor', 'Amount'],
  outcome: ['O que houve', 'Outcome'],
  sale: ['Venda', 'Sale'],
  settled: ['liquidada em', 'settled on'],
  returning: ['Em devolução ao pagador', 'Being refunded to the payer'],
  failed: ['A devolução falhou', 'The refund failed'],
  returned: ['Devolvido ao pagador em', 'Refunded to the payer on'],
} as const

/** Classifications of payments. An unknown classification is shown as its code. See `ofStatus`. */
export const paymentKind: Readonly<Record<string, Text>> = {
  primary: ['Principal', 'Primary'],
  duplicate: ['Duplicado', 'Duplicate'],
  amount_mismatch: ['Valor divergente', 'Wrong amount'],
  after_final: ['Após encerramento', 'After closing'],
  'after_final cancelled': ['Após cancelamento', 'After cancellation'],
  unmatched: ['Não identificado', 'Unmatched'],
}

export const refunds = {
  title: ['Devoluções', 'Refunds'],
  empty: ['Nenhuma devolução.', 'No refunds.'],
  requested: ['Solicitada', 'Requested'],
  completed: ['Concluída', 'Completed'],
  reason: ['Motivo', 'Reason'],
  status: ['Situação', 'Status'],
  amount: ['Valor', 'Amount'],
  returnId: ['Id da devolução', 'Refund ID'],
  byDispute: ['Contestação (MED)', 'Dispute (MED)'],
  ofHeldPayment: ['Pagamento retido', 'Held payment'],
  mustRepeat: ['Precisa ser repetida', 'Must be retried'],
  released: ['O valor voltou ao saldo do lojista', 'The amount returned to the merchant’s balance'],
} as const
