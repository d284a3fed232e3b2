import type { ChargeAttention } from '../../api/generated/graphql.ts'
import type { ChargeMark } from './search.ts'
import { counted, type Text } from '../../lib/text.ts'

export const charges = {
  title: ['Cobranças', 'Charges'],
  status: ['Situação', 'Status'],
  order: ['Pedido', 'Order'],
  orderReference: ['Pedido', 'Order reference'],
  orderExact: ['Referência exata do pedido', 'Exact order reference'],
  amount: ['Valor', 'Amount'],
  payer: ['Pagador', 'Payer'],
  created: ['Criada em', 'Created'],
  paidAt: ['Paga em', 'Paid'],
  wholePeriod: ['Todo o período', 'All time'],
  search: ['Busca', 'Search'],
  searchHint: [
    'Pedido, id, txid, E2E, nome ou documento do pagador',
    'Order, ID, txid, E2E, payer name or document',
  ],
  document: ['CPF ou CNPJ', 'CPF or CNPJ'],
  documentGoneTitle: ['Digite o CPF ou CNPJ de novo', 'Type the CPF or CNPJ again'],
  documentGoneBody: [
    'Esta lista era a de um documento. Documentos não ficam no endereço da página: digite de novo na Busca.',
    'This list was filtered by a document. Page addresses never contain documents: type it in Search again.',
  ],
  late: ['Paga com atraso', 'Paid late'],
  mark: ['Atenção', 'Needs attention'],
  actionNeeded: ['Requer ação', 'Action needed'],
  duplicates: (count: number) => counted(count, ['# pagamento', '# pagamentos'], ['# payment', '# payments']),
  refunded: ['devolvido', 'refunded'],
  refundedSoFar: ['Devolvido ao pagador', 'Refunded to the payer'],
  emptyTitle: ['Nenhuma cobrança ainda', 'No charges yet'],
  emptyBody: [
    'As cobranças aparecem aqui assim que o lojista criar a primeira pela API.',
    'Charges appear here as soon as the merchant creates the first one through the API.',
  ],
} as const

export const chargeMark: Record<ChargeMark, Text> = {
  attention: ['Requer ação ou acompanhamento', 'Needs action or monitoring'],
  difference: ['Em divergência com a rede', 'Differs from the network'],
  late: ['Paga com atraso', 'Paid late'],
  duplicates: ['Mais de um pagamento', 'More than one payment'],
}

/**
 * Returns the name of a kind. A kind can have its own name for charges of one status, with the key `<kind> <status>`.
 */
export const ofStatus = (
  names: Readonly<Record<string, Text>>,
  kind: string,
  status: string | undefined,
): Text | undefined => names[`${kind} ${status ?? ''}`] ?? names[kind]

/** Texts that say why a charge needs action, or needs to be watched. See `ofStatus`. */
const chargeAttention: Record<ChargeAttention | 'paid_after_end cancelled', Text> = {
  dispute_open: ['Contestação em aberto', 'Open dispute'],
  return_failed: ['Devolução de pagamento retido falhou', 'Held-payment refund failed'],
  return_overdue: ['Devolução ao pagador atrasada', 'Refund to the payer overdue'],
  refund_failed: ['Devolução falhou', 'Refund failed'],
  dispute_returning: ['Contestação em devolução', 'Dispute being refunded'],
  held_payment: ['Pagamento retido', 'Held payment'],
  paid_after_end: ['Pagamento após o encerramento, retido', 'Payment after closing, held'],
  'paid_after_end cancelled': ['Pagamento após o cancelamento, retido', 'Paid after cancellation, held'],
  difference: ['Em divergência com a rede', 'Differs from the network'],
  refund_running: ['Devolução em andamento', 'Refund in progress'],
  issuance_stuck: ['Presa na emissão', 'Stuck in issuance'],
  late_payment: ['Paga com atraso', 'Paid late'],
}

/** Returns why a charge with this status needs action, or needs to be watched. */
export const attentionText = (reason: ChargeAttention, status?: string): Text =>
  ofStatus(chargeAttention, reason, status) ?? chargeAttention[reason]

/** Texts that only the exported file contains. */
export const exported = {
  payments: ['Pagamentos', 'Payments'],
  search: ['Busca', 'Search'],
  atLeast: ['Valor mínimo', 'Minimum amount'],
  atMost: ['Valor máximo', 'Maximum amount'],
} as const

export const refundReason = {
  requested_by_customer: ['Pedido do cliente', 'Requested by the customer'],
  order_cancelled: ['Pedido cancelado', 'Order cancelled'],
  duplicate: ['Pagamento em duplicidade', 'Duplicate payment'],
  fraud_suspected: ['Suspeita de fraude', 'Suspected fraud'],
  other: ['Outro', 'Other'],
} as const
