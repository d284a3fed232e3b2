import type { Text } from '../../../lib/text.ts'

export const banners = {
  dispute: ['Contestação (MED) em aberto', 'Open dispute (MED)'],
  returning: ['Contestação (MED) em devolução', 'Dispute (MED) being refunded'],
  blocked: ['Bloqueado do lojista', 'Blocked merchant funds'],
  short: ['falta bloquear', 'shortfall'],
  notRefundable: [
    'Até a decisão, a cobrança não pode ser devolvida.',
    'The charge cannot be refunded until the dispute is decided.',
  ],
  seeCase: ['Ver o caso', 'View case'],
  refunding: ['Devolução em andamento', 'Refund in progress'],
  refundingBody: [
    'A rede Pix ainda não confirmou. O valor está bloqueado no saldo do lojista. Ninguém precisa agir.',
    'The Pix network has not confirmed it yet. The amount is blocked in the merchant’s balance. No action is needed.',
  ],
  refundAgain: ['Peça de novo com o botão Devolver.', 'Request it again with the Refund button.'],
  refundUntil: ['Prazo para devolver:', 'Refundable until'],
  heldOpen: [
    'O dinheiro é do pagador e volta a ele sozinho. Ninguém precisa agir.',
    'The money belongs to the payer and is refunded automatically. No action is needed.',
  ],
  heldOverdue: [
    'O dinheiro é do pagador. A devolução automática está atrasada: abra o caso.',
    'The money belongs to the payer. Its automatic refund is overdue: open the case.',
  ],
  heldFailed: [
    'O dinheiro é do pagador. A devolução falhou e precisa ser repetida.',
    'The money belongs to the payer. The refund failed and must be retried.',
  ],
  retryReturn: [
    'Abra o caso e use “Devolver de novo” (Financeiro ou Administração).',
    'Open the case and use “Retry refund” (Finance or an administrator).',
  ],
  saleUnchanged: [
    'O valor da venda não muda. O botão Devolver devolve a venda.',
    'The sale is unchanged. The Refund button refunds the sale.',
  ],
  heldReturned: ['Devolvido ao pagador em', 'Refunded to the payer on'],
  late: ['Pagamento recebido depois da validade', 'Payment received after expiry'],
  lateBody: ['A cobrança valia até', 'The charge was valid until'],
  paidOn: ['e foi paga em', 'and was paid on'],
  lateIsValid: ['A venda vale. O atraso não pede nenhuma ação.', 'The sale is valid. No action is needed.'],
  failed: ['Emissão recusada', 'Issuance refused'],
  failedBody: [
    'Nenhum código Pix foi criado: a cobrança não pode ser paga. O lojista pode criar outra, com outro pedido.',
    'No Pix code was created, so the charge cannot be paid. The merchant can create another with a new order.',
  ],
} as const

/** Titles of the banner of a held payment, by the classification of the payment. See `ofStatus`. */
export const heldTitle: Readonly<Record<string, Text>> = {
  duplicate: ['Pago em duplicidade', 'Paid twice'],
  amount_mismatch: ['Pagamento de valor divergente', 'Payment of a different amount'],
  after_final: ['Pagamento após o encerramento', 'Payment after closing'],
  'after_final cancelled': ['Pagamento após o cancelamento', 'Paid after cancellation'],
}

/** Says who resolves a difference and who sees it. banner-texts.test.ts compares the roles with the server's. */
export const differenceSteps = {
  resolve: [
    'Quem resolve a divergência: Financeiro ou Administração.',
    'Finance or an administrator resolves the exception.',
  ],
  read: ['Quem vê: Financeiro, Administração e Auditoria.', 'Finance, administrators and auditors see it.'],
} as const

export const heldTitleOther: Text = ['Pagamento retido', 'Held payment']
