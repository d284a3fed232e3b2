import type { Text } from '../text.ts'

export const chargeActions = {
  refund: ['Devolver', 'Refund'],
  refundTitle: ['Devolver ao pagador', 'Refund the payer'],
  refundWhole: ['Tudo o que resta', 'All that remains'],
  refundPart: ['Uma parte', 'A part'],
  refundHow: ['Quanto devolver', 'How much to refund'],
  refundable: ['Disponível para devolução', 'Can be refunded'],
  refundRepeated: [
    'Valor a devolver, repetido da tentativa anterior',
    'Amount to refund, repeated from the earlier attempt',
  ],
  refundAmount: ['Valor a devolver', 'Amount to refund'],
  refundReason: ['Motivo', 'Reason'],
  refundNote: ['Observação para o pagador', 'Note to the payer'],
  optional: ['Opcional', 'Optional'],
  refundDone: ['Devolução solicitada', 'Refund requested'],
  nothingToRefund: ['Não há valor a devolver', 'There is nothing to refund'],
  notPaid: ['Só uma cobrança paga pode ser devolvida', 'Only a paid charge can be refunded'],
  cancel: ['Cancelar cobrança', 'Cancel charge'],
  cancelTitle: ['Cancelar esta cobrança?', 'Cancel this charge?'],
  cancelBody: [
    'O código Pix deixa de aceitar pagamento na hora. O lojista é avisado. Não há como desfazer.',
    'The Pix code stops taking payments at once. The merchant is told. This cannot be undone.',
  ],
  cancelTooLate: ['Esta cobrança já não aguarda pagamento', 'This charge no longer awaits payment'],
  cancelDone: ['Cobrança cancelada', 'Charge cancelled'],
  notPending: [
    'Só uma cobrança aguardando pode ser cancelada',
    'Only a charge awaiting payment can be cancelled',
  ],
  dispute: ['Abrir contestação', 'Open dispute'],
  disputeTitle: ['Abrir contestação (MED)', 'Open a dispute (MED)'],
  disputeBody: [
    'O valor fica bloqueado no saldo do lojista até a decisão. O lojista tem sete dias para responder.',
    "The amount is blocked in the merchant's balance until it is decided. The merchant has seven days to answer.",
  ],
  disputePayment: ['Pagamento contestado', 'Contested payment'],
  disputeNature: ['Natureza', 'Nature'],
  disputeDescription: ['O que o pagador relata', 'What the payer reports'],
  disputeDone: ['Contestação aberta', 'Dispute opened'],
  noPayment: ['Não há pagamento a contestar', 'There is no payment to dispute'],
  replay: ['Reenviar', 'Replay'],
  replayTo: (url: string) => [`Reenviar para ${url}`, `Replay to ${url}`] as const,
  replayDone: ['Entrega na fila de envio', 'Delivery queued'],
  underWay: ['Já está na fila de envio', 'It is already queued'],
} as const

export const chargeMoney = {
  refunds: ['Devoluções', 'Refunds'],
  refundsEmpty: ['Nenhuma devolução.', 'No refund.'],
  requested: ['Solicitada', 'Requested'],
  completed: ['Concluída', 'Completed'],
  reason: ['Motivo', 'Reason'],
  status: ['Situação', 'Status'],
  amount: ['Valor', 'Amount'],
  returnId: ['Id da devolução', 'Return id'],
  cases: ['Casos', 'Cases'],
  correlations: ['Códigos de correlação', 'Correlation ids'],
} as const

export const refundReason = {
  requested_by_customer: ['Pedido do cliente', 'Requested by the customer'],
  order_cancelled: ['Pedido cancelado', 'Order cancelled'],
  duplicate: ['Pagamento em duplicidade', 'Duplicate payment'],
  fraud_suspected: ['Suspeita de fraude', 'Suspected fraud'],
  other: ['Outro', 'Other'],
} as const

/** Reasons for a dispute, by the code of the Pix network. */
export const disputeNature: Readonly<Record<string, Text>> = {
  MED_FRAUDE: ['Golpe ou fraude', 'Scam or fraud'],
  MED_FALHA_OPERACIONAL: ['Falha operacional', 'Operational failure'],
}
