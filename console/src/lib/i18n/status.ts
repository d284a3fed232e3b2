import type {
  CaseKind,
  CaseStatus,
  ChargeStatus,
  DeliveryState,
  EndpointHealth,
  KeyStatus,
  PayoutState,
  Position,
  RefundStatus,
} from '../values/status.ts'
import type { Text } from '../text.ts'

export const chargeStatus: Record<ChargeStatus, Text> = {
  created: ['Em emissão', 'Issuing'],
  pending: ['Aguardando', 'Awaiting payment'],
  paid: ['Paga', 'Paid'],
  partially_refunded: ['Devolvida em parte', 'Partially refunded'],
  refunded: ['Devolvida', 'Refunded'],
  expired: ['Expirada', 'Expired'],
  cancelled: ['Cancelada', 'Cancelled'],
  failed: ['Falhou', 'Failed'],
}

export const positionName: Record<Position, Text> = {
  pending: ['A liquidar', 'Pending'],
  available: ['Disponível', 'Available'],
  contract_reserve: ['Reserva contratual', 'Contract reserve'],
  case_hold: ['Bloqueado', 'Blocked'],
  payout_reserved: ['Em repasse', 'Payout in progress'],
  receivable: ['Débito do lojista', 'Merchant debt'],
}

export const deliveryStatus: Record<DeliveryState, Text> = {
  pending: ['Na fila', 'Queued'],
  retrying: ['Aguarda nova tentativa', 'Awaiting retry'],
  sending: ['Enviando', 'Sending'],
  succeeded: ['Entregue', 'Delivered'],
  failed: ['Falhou', 'Failed'],
  skipped: ['Não enviada', 'Skipped'],
}

export const endpointHealthName: Record<EndpointHealth, Text> = {
  healthy: ['Saudável', 'Healthy'],
  idle: ['Sem entregas', 'No deliveries yet'],
  failing: ['Falhando', 'Failing'],
  paused: ['Em pausa', 'Paused'],
  disabled: ['Desativado', 'Disabled'],
  off: ['Excluído', 'Removed'],
}

export const keyStatusName: Record<KeyStatus, Text> = {
  active: ['Ativa', 'Active'],
  expired: ['Expirada', 'Expired'],
  revoked: ['Revogada', 'Revoked'],
}

export const pixAccountStateName: Record<'active' | 'draining' | 'off', Text> = {
  active: ['Ativa', 'Active'],
  draining: ['Sem cobranças novas', 'No new charges'],
  off: ['Desligada', 'Off'],
}

/** Names of the journal entry types. texts.test.ts compares them with the entry types of the server. */
export const entryName: Readonly<Record<string, Text>> = {
  'charge.paid': ['Cobrança paga, líquido da tarifa', 'Charge paid, net of fee'],
  'charge.payment_held': ['Pagamento retido para devolução', 'Payment held for refund'],
  'reserve.held': ['Reserva contratual separada', 'Contract reserve set aside'],
  'reserve.released': ['Reserva contratual liberada', 'Contract reserve released'],
  'gateway.funds_available': ['Venda liquidada e disponível', 'Sale settled and available'],
  'gateway.external_payout': ['Repasse ao lojista', 'Payout to the merchant'],
  'payout.reserved': ['Repasse iniciado', 'Payout started'],
  'payout.released': ['Reserva de repasse desfeita', 'Payout reservation cancelled'],
  'case.hold': ['Valor bloqueado', 'Amount blocked'],
  'case.release': ['Bloqueio liberado', 'Blocked amount released'],
  'case.returned': ['Caso: valor devolvido ao pagador', 'Case: amount refunded to the payer'],
  'refund.completed': ['Devolução concluída', 'Refund completed'],
  'fee.returned': ['Tarifa devolvida', 'Fee returned'],
  'gateway.receivable_created': ['Débito do lojista aberto', 'Merchant debt opened'],
  'gateway.receivable_covered': ['Débito do lojista coberto', 'Merchant debt recovered'],
  'journal.reversal': ['Estorno de lançamento', 'Entry reversed'],
  'loss.written_off': ['Perda assumida', 'Loss written off'],
}

export const eventName: Readonly<Record<string, Text>> = {
  'charge.issued': ['Código Pix emitido', 'Pix code issued'],
  'charge.paid': ['Pagamento confirmado', 'Payment confirmed'],
  'charge.expired': ['Código Pix expirou', 'Pix code expired'],
  'charge.failed': ['Emissão recusada', 'Issuance refused'],
  'charge.cancelled': ['Cobrança cancelada', 'Charge cancelled'],
  'charge.refunded': ['Cobrança devolvida', 'Charge refunded'],
  'charge.payment_held': ['Pagamento retido para devolução', 'Payment held for refund'],
  'charge.payment_returned': ['Pagamento retido devolvido ao pagador', 'Held payment refunded to the payer'],
  'refund.created': ['Devolução solicitada', 'Refund requested'],
  'refund.completed': ['Devolução enviada ao pagador', 'Refund sent to the payer'],
  'refund.failed': ['Devolução falhou', 'Refund failed'],
  'dispute.opened': ['Contestação aberta', 'Dispute opened'],
  'dispute.deadline': ['Prazo da defesa próximo do fim', 'Evidence deadline near'],
  'dispute.closed': ['Contestação encerrada', 'Dispute closed'],
  'balance.available': ['Valor disponível', 'Funds available'],
  'reserve.released': ['Reserva contratual liberada', 'Contract reserve released'],
  'payout.paid': ['Repasse pago', 'Payout paid'],
  'payouts.suspended': ['Repasses suspensos', 'Payouts suspended'],
  'payouts.resumed': ['Repasses retomados', 'Payouts resumed'],
  'webhook_endpoint.paused': ['Endpoint de webhook em pausa', 'Webhook endpoint paused'],
  'webhook_endpoint.disabled': ['Endpoint de webhook desativado', 'Webhook endpoint disabled'],
  'webhook.test': ['Evento de teste', 'Test event'],
}

/** Returns the type of an event in words. For an unknown type, returns the code. */
export const eventText = (type: string): Text => eventName[type] ?? [type, type]

export const payoutState: Record<PayoutState, Text> = {
  reserved: ['Reservado', 'Reserved'],
  paid: ['Pago', 'Paid'],
  given_back: ['Desfeito', 'Cancelled'],
  reversed: ['Estornado', 'Reversed'],
}

export const caseKind: Record<CaseKind, Text> = {
  dispute: ['Contestação', 'Dispute'],
  held_payment: ['Pagamento retido', 'Held payment'],
  refund: ['Devolução', 'Refund'],
  block: ['Bloqueio', 'Block'],
}

export const caseStatus: Record<CaseStatus, Text> = {
  open: ['Em aberto', 'Open'],
  returned: ['Devolvido', 'Refunded'],
  released: ['Liberado', 'Released'],
}

export const refundStatus: Record<RefundStatus, Text> = {
  processing: ['Em andamento', 'In progress'],
  completed: ['Concluída', 'Completed'],
  failed: ['Falhou', 'Failed'],
}
