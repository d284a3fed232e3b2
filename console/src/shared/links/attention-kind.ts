import type { AttentionKind } from '../../api/generated/graphql.ts'
import type { Text } from '../../lib/text.ts'
import { endpointIs } from '../../lib/i18n/webhooks/endpoint-is.ts'

/** Names of the kinds of records that need attention. */
export const attentionKind: Readonly<Record<AttentionKind, Text>> = {
  dispute: ['Contestação em aberto', 'Open dispute'],
  evidence_to_forward: ['Defesa a encaminhar', 'Evidence to forward'],
  return_failed: ['Devolução de pagamento retido falhou', 'Held-payment refund failed'],
  held_payment: ['Pagamento retido há mais de 1 h', 'Payment held for over 1 h'],
  refund_failed: ['Devolução falhou', 'Refund failed'],
  payout_reserved: ['Repasse reservado', 'Reserved payout'],
  difference: ['Divergência de conciliação', 'Open reconciliation exception'],
  endpoint_disabled: endpointIs('disabled'),
  endpoint_paused: endpointIs('paused'),
  endpoint_failing: endpointIs('failing'),
  issuance_stuck: ['Presa na emissão', 'Stuck in issuance'],
}
