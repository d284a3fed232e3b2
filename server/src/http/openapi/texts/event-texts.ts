import type { ComponentText } from './component-texts.ts'
import { EVENT_ID, EVENT_TIME } from './webhook-texts.ts'

const REFUND_DATA: ComponentText = {
  text: 'Os dados de um evento refund.*',
  members: {
    amount_cents: 'O valor da devolução',
    status: 'processing, completed ou failed, como em Refund',
    reason: ['O motivo enviado no pedido', 'não foi enviado'],
    failure_reason: ['return_refused: a rede recusou; return_not_done: a rede não realizou', 'não falhou'],
  },
}

const DISPUTE_MEMBERS: ComponentText['members'] = {
  case_id: 'O id da contestação, com que GET /v1/disputes/{id} a lê',
  end_to_end_id: 'O identificador do pagamento contestado na rede Pix',
  amount_cents: 'O valor contestado',
  held_cents: 'O que está bloqueado do saldo',
  status: 'open, returning ou closed, como em Dispute',
  result: ['A decisão, como em Dispute', 'ainda não há'],
}

const ENDPOINT_DATA: ComponentText = {
  text: 'Os dados de um evento webhook_endpoint.*',
  members: {
    paused_until: ['Só em webhook_endpoint.paused: o fim da pausa (ISO 8601, UTC)', 'nos outros eventos'],
    disabled_at: ['Só em webhook_endpoint.disabled: quando (ISO 8601, UTC)', 'nos outros eventos'],
  },
}

const HELD_MEMBERS: ComponentText['members'] = {
  amount_cents: 'O valor do pagamento',
  classification:
    'Por que não pertence à venda: duplicate já estava paga; amount_mismatch outro valor; after_final já encerrada; ' +
    'unmatched sem cobrança',
}

const charge = (about: string, members: ComponentText['members'] = {}): ComponentText => ({
  text: `Os dados do evento ${about}`,
  members: { amount_cents: 'O valor bruto da cobrança', ...members },
})

const EVENT_DATA: Record<string, ComponentText> = {
  ChargeIssuedData: charge('charge.issued'),
  ChargePaidData: charge('charge.paid', {
    case_id: ['O caso que já bloqueia o valor', 'o valor não está bloqueado'],
  }),
  ChargeExpiredData: charge('charge.expired'),
  ChargeFailedData: charge('charge.failed', {
    failure_message: ['Por que a emissão falhou: um texto fixo do serviço', 'sem texto'],
  }),
  ChargeCancelledData: charge('charge.cancelled', {
    cancelled_at: ['Quando foi cancelada (ISO 8601, UTC)', 'momento desconhecido'],
    cancelled_by: 'merchant: pelo lojista; service: pelo serviço ou pela instituição',
  }),
  ChargeRefundedData: charge('charge.refunded', {
    status: 'O novo estado da cobrança: devolvida em parte ou toda',
    case_id: ['O caso da devolução ou da contestação', 'nenhum caso'],
    refund_id: ['O id da devolução', 'o valor voltou por uma contestação'],
  }),
  ChargePaymentHeldData: { text: 'Os dados do evento charge.payment_held', members: HELD_MEMBERS },
  ChargePaymentReturnedData: {
    text: 'Os dados do evento charge.payment_returned',
    members: { ...HELD_MEMBERS, returned_at: 'Quando voltou ao pagador (ISO 8601, UTC)' },
  },
  RefundData: REFUND_DATA,
  DisputeData: { text: 'Os dados de dispute.opened e dispute.closed', members: DISPUTE_MEMBERS },
  DisputeDeadlineData: { text: 'Os dados do evento dispute.deadline', members: DISPUTE_MEMBERS },
  BalanceAvailableData: {
    text: 'Os dados do evento balance.available',
    members: {
      amount_cents: 'O valor que ficou disponível agora',
      available_cents: 'O total disponível depois',
      charges_count: 'De quantas cobranças veio o valor',
    },
  },
  ReserveReleasedData: {
    text: 'Os dados do evento reserve.released',
    members: {
      amount_cents: 'O valor liberado da reserva',
      contract_reserve_cents: 'O que resta na reserva contratual',
    },
  },
  PayoutPaidData: {
    text: 'Os dados do evento payout.paid',
    members: { amount_cents: 'O valor transferido', paid_at: 'Quando o banco transferiu (ISO 8601, UTC)' },
  },
  PayoutsStateData: {
    text: 'Os dados de payouts.suspended e payouts.resumed',
    members: {
      reasons: 'Os motivos em vigor, com os códigos de SuspensionReason; vazia em payouts.resumed',
      since: 'Desde quando (ISO 8601, UTC)',
    },
  },
  StoppedEndpointData: ENDPOINT_DATA,
  WebhookTestData: { text: 'Os dados do evento webhook.test', members: { message: 'Um texto fixo' } },
}

/** The occasion of each event, by the first part of the name of its component. */
const OCCASIONS: Readonly<Record<string, string>> = {
  ChargeIssued: 'o Pix de uma cobrança created foi emitido: ela agora é pending',
  ChargePaid: 'a cobrança foi paga; leia a cobrança antes de liberar o pedido',
  ChargeExpired: 'a validade do Pix terminou sem pagamento',
  ChargeFailed: 'a emissão foi recusada',
  ChargeCancelled: 'a cobrança foi cancelada antes do pagamento',
  ChargeRefunded: 'um valor voltou ao pagador: refunded_cents aumentou',
  ChargePaymentHeld: 'chegou um pagamento que não pertence à venda; ele voltará ao pagador',
  ChargePaymentReturned: 'um pagamento retido voltou ao pagador',
  RefundCreated: 'uma devolução foi pedida e o valor está bloqueado',
  RefundCompleted: 'a rede devolveu o valor ao pagador',
  RefundFailed: 'a devolução falhou e o bloqueio foi desfeito',
  DisputeOpened: 'o pagador contestou um pagamento (MED)',
  DisputeDeadline: 'o prazo da defesa se aproxima',
  DisputeClosed: 'a contestação terminou',
  BalanceAvailable: 'um valor a receber ficou disponível',
  ReserveReleased: 'um valor saiu da reserva contratual',
  PayoutPaid: 'o serviço fez um repasse',
  PayoutsSuspended: 'os repasses foram suspensos',
  PayoutsResumed: 'os repasses voltaram',
  WebhookEndpointPaused: 'um endpoint só falha e está em pausa; os outros endpoints recebem este evento',
  WebhookEndpointDisabled: 'um endpoint foi desativado ou excluído; os outros endpoints recebem este evento',
  WebhookTest: 'um teste pedido pelo lojista; não aparece nas listas de eventos',
}

const ENVELOPE: ComponentText['members'] = { id: EVENT_ID, created_at: EVENT_TIME }

const events = Object.entries(OCCASIONS).map(([name, text]): [string, ComponentText] => [
  `${name}Event`,
  { text: `O corpo de um webhook: ${text}`, members: ENVELOPE },
])

/** Descriptions of the bodies of webhooks and of their members `data`, by component name. */
export const EVENT_TEXTS: Readonly<Record<string, ComponentText>> = {
  ...EVENT_DATA,
  ...Object.fromEntries(events),
}
