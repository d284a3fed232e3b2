export const chargeActions = {
  refund: ['Devolver', 'Refund'],
  refundTitle: ['Devolver ao pagador', 'Refund the payer'],
  refundWhole: (amount: string) =>
    [`Tudo o que resta: ${amount}`, `Full remaining amount: ${amount}`] as const,
  refundPart: ['Uma parte', 'Partial amount'],
  refundHow: ['Quanto devolver', 'How much to refund'],
  refundable: ['Disponível para devolução', 'Refundable'],
  refundRepeated: [
    'Valor a devolver, como na tentativa anterior',
    'Amount to refund, as in the earlier attempt',
  ],
  refundAmount: ['Valor a devolver', 'Amount to refund'],
  refundReason: ['Motivo', 'Reason'],
  refundNote: ['Observação para o pagador', 'Note to the payer'],
  optional: ['Opcional', 'Optional'],
  fromPending: (amount: string) =>
    [`${amount} sairão de A liquidar`, `${amount} taken from Pending`] as const,
  fromAvailable: (amount: string) =>
    [`${amount} sairão de Disponível`, `${amount} taken from Available`] as const,
  fromReserve: (amount: string) =>
    [`${amount} sairão da Reserva contratual`, `${amount} taken from Contract reserve`] as const,
  fromFee: (amount: string) =>
    [`${amount} da tarifa a empresa devolve`, `${amount} of the fee returned by the company`] as const,
  short: (amount: string) =>
    [
      `${amount} faltam no saldo: bloqueados quando houver`,
      `${amount} missing from the balance: blocked when available`,
    ] as const,
  coveredByReturn: (amount: string) =>
    [
      `${amount} já bloqueados pela devolução em andamento`,
      `${amount} already blocked by the refund in progress`,
    ] as const,
  noEffect: [
    'O saldo do lojista não muda: o dinheiro é do pagador.',
    'The merchant’s balance does not change: the money belongs to the payer.',
  ],
  effectOf: (amount: string) => [`Efeito de ${amount}`, `Effect of ${amount}`] as const,
  refundDone: ['Devolução solicitada', 'Refund requested'],
  nothingToRefund: ['Não há valor a devolver', 'There is nothing to refund'],
  notPaid: ['Só uma cobrança paga pode ser devolvida', 'Only a paid charge can be refunded'],
  cancel: ['Cancelar cobrança', 'Cancel charge'],
  back: ['Voltar', 'Back'],
  cancelTitle: ['Cancelar esta cobrança?', 'Cancel this charge?'],
  cancelBody: [
    'O código Pix deixa de aceitar pagamento na hora. O lojista é avisado. Não há como desfazer.',
    'The Pix code stops accepting payments immediately. The merchant is notified. This cannot be undone.',
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
    'O valor fica bloqueado até a decisão. O lojista tem sete dias para registrar a defesa.',
    'The amount is blocked until the dispute is decided. The merchant has seven days to submit evidence.',
  ],
  disputePayment: ['Pagamento contestado', 'Disputed payment'],
  disputed: ['Valor contestado', 'Disputed amount'],
  disputeNature: ['Natureza', 'Nature'],
  disputeDescription: ['O que o pagador relata', 'What the payer reports'],
  disputeDone: ['Contestação aberta', 'Dispute opened'],
  noPayment: ['Não há pagamento a contestar', 'There is no payment to dispute'],
  replayTo: (url: string) => [`Reenviar para ${url}`, `Replay to ${url}`] as const,
} as const
