import type { Text } from '../../../lib/text.ts'

export const banners = {
  dispute: ['Contestação (MED) em análise', 'Dispute (MED) under review'],
  returning: ['Contestação aceita, em devolução', 'Dispute accepted, being returned'],
  blocked: ['Bloqueado do lojista', 'Blocked from the merchant'],
  short: ['falta bloquear', 'still to block'],
  whatNext: [
    'Até a decisão, a cobrança não pode ser devolvida: registre a defesa ou decida a contestação no caso.',
    'Until the decision the charge cannot be refunded: record evidence or decide the dispute in the case.',
  ],
  seeCase: ['Ver o caso', 'View case'],
  refunding: ['Devolução em andamento', 'Refund in progress'],
  refundingBody: [
    'A rede Pix ainda não confirmou. O valor já está bloqueado no saldo do lojista.',
    'The Pix network has not confirmed the refund yet. The amount is already blocked in the merchant’s balance.',
  ],
  heldOpen: [
    'O dinheiro é do pagador e volta a ele sozinho. Ninguém precisa agir.',
    'The money is the payer’s and goes back by itself. Nobody needs to act.',
  ],
  heldOverdue: [
    'O dinheiro é do pagador. A devolução automática está atrasada: abra o caso.',
    'The money is the payer’s. Its automatic return is overdue: open the case.',
  ],
  heldFailed: [
    'A devolução falhou na rede e precisa de uma pessoa: abra o caso.',
    'The return failed at the network and needs review: open the case.',
  ],
  heldReturned: ['Devolvido ao pagador em', 'Returned to the payer on'],
  late: ['Pagamento recebido depois da validade', 'The payment arrived after the expiry'],
  lateBody: ['A cobrança valia até', 'The charge was valid until'],
  paidOn: ['e foi paga em', 'and was paid on'],
} as const

/** Titles of the banner of a held payment, by the classification of the payment. */
export const heldTitle: Readonly<Record<string, Text>> = {
  duplicate: ['Pago em duplicidade', 'Paid twice'],
  amount_mismatch: ['Pagamento de valor divergente', 'Payment of another amount'],
  after_final: ['Pagamento após o encerramento', 'Payment after closing'],
}

export const heldTitleOther: Text = ['Pagamento retido', 'Held payment']
