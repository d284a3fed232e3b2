import type { Text } from '../../../lib/text.ts'

export const money = {
  breakdown: ['Composição do valor', 'Money breakdown'],
  gross: ['Bruto', 'Gross'],
  fee: ['Tarifa', 'Fee'],
  refunded: ['Devolvido', 'Returned'],
  blocked: ['Bloqueado', 'Blocked'],
  payable: ['A repassar', 'Payable'],
  withReserve: (amount: string) => [`com ${amount} de reserva`, `with ${amount} of reserve`] as const,
  feeTerms: (percent: string, fixed: string) => [`${percent} + ${fixed}`, `${percent} + ${fixed}`] as const,
  afterPayment: [
    'Tarifa, líquido e reserva são apurados quando o pagamento chega.',
    'Fee, net and reserve are worked out when the payment arrives.',
  ],
  neverPaid: [
    'Sem venda paga, não há valores a repassar.',
    'Without a paid sale there is nothing to pay out.',
  ],
  noneAccepted: ['Nenhum pagamento aceito: nada a repassar.', 'No payment was accepted: nothing to pay out.'],
} as const

export const arrival = {
  title: ['Quando o dinheiro chega', 'When the money arrives'],
  paidOut: ['Saiu no repasse', 'Left in payout'],
  deducted: ['Descontado no repasse', 'Deducted in payout'],
  awaiting: ['Disponível, espera o próximo repasse', 'Available, waits for the next payout'],
  available: ['Disponível', 'Available'],
  noPayoutNow: ['mas nenhum repasse sai agora', 'but no payout leaves now'],
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
      'Does not become available while the exception with the network is open',
    ],
    closed: [
      'Não fica disponível: a divergência com a rede foi encerrada sem liquidar o pagamento',
      'Does not become available: the exception with the network was closed without settling the payment',
    ],
  },
  obstacles: ['O dinheiro não sairá enquanto', 'The money does not leave while'],
  seeCase: ['Ver o caso', 'View case'],
  reserve: ['Reserva, liberada em', 'Reserve, released on'],
  blocked: ['Bloqueado até a decisão do caso', 'Blocked until the case is decided'],
  none: ['Não resta valor a repassar.', 'Nothing is left to pay out.'],
} as const

/** Ends the sentence “O dinheiro não sairá enquanto …”, by the code of a suspension reason. */
export const obstacle: Readonly<Record<string, Text>> = {
  negative_balance: ['o lojista dever ao serviço', 'the merchant owes the service'],
  open_disputes: ['houver contestação em aberto', 'a dispute is open'],
  bank_account_missing: ['o lojista não tiver conta bancária', 'the merchant has no bank account'],
  reconciliation_difference: [
    'houver divergência de conciliação em aberto',
    'a reconciliation exception is open',
  ],
  manual_hold: ['a suspensão manual dos repasses durar', 'the manual suspension of payouts lasts'],
}

export const payments = {
  title: ['Pagamentos', 'Payments'],
  empty: ['Nenhum pagamento recebido.', 'No payment received.'],
  kind: ['Tipo', 'Kind'],
  endToEnd: ['E2E', 'E2E'],
  paidAt: ['Pago em', 'Paid'],
  amount: ['Valor', 'Amount'],
  outcome: ['O que houve', 'Outcome'],
  sale: ['Venda', 'Sale'],
  settled: ['liquidada em', 'settled on'],
  returning: ['Em devolução ao pagador', 'Being returned to the payer'],
  failed: ['A devolução falhou', 'The return failed'],
  returned: ['Devolvido ao pagador em', 'Returned to the payer on'],
} as const

/** Classifications of payments. An unknown classification is shown as its code. */
export const paymentKind: Readonly<Record<string, Text>> = {
  primary: ['Principal', 'Primary'],
  duplicate: ['Duplicado', 'Duplicate'],
  amount_mismatch: ['Valor divergente', 'Wrong amount'],
  after_final: ['Após encerramento', 'After closing'],
  unmatched: ['Não identificado', 'Unmatched'],
}

export const refunds = {
  title: ['Devoluções', 'Refunds'],
  empty: ['Nenhuma devolução.', 'No refund.'],
  requested: ['Solicitada', 'Requested'],
  completed: ['Concluída', 'Completed'],
  reason: ['Motivo', 'Reason'],
  status: ['Situação', 'Status'],
  amount: ['Valor', 'Amount'],
  returnId: ['Id da devolução', 'Return id'],
  byDispute: ['Contestação (MED)', 'Dispute (MED)'],
  ofHeldPayment: ['Pagamento retido', 'Held payment'],
} as const
