import type { AttentionKind } from '../../api/generated/graphql.ts'
import { endpointIs } from '../../lib/i18n/webhooks/endpoint-is.ts'
import type { Text } from '../../lib/text.ts'

export const attention = {
  title: ['Precisa de atenção', 'Needs attention'],
  item: ['Pendência', 'Item'],
  merchant: ['Lojista', 'Merchant'],
  amount: ['Valor', 'Amount'],
  deadline: ['Prazo', 'Deadline'],
  nextStep: ['Próximo passo', 'Next step'],
  byKind: ['Pendências por tipo', 'Items by kind'],
  open: ['Abrir', 'Open'],
  noDeadline: ['Sem prazo; começou', 'No deadline; began'],
  shownOf: (shown: number, total: number) =>
    [
      `Por prazo, ${shown} de ${total > MANY ? 'mais de 1.000' : total}`,
      `By deadline, ${shown} of ${total > MANY ? 'more than 1,000' : total}`,
    ] as const,
  nothing: (merchant: string | null) =>
    merchant === null
      ? (['Nenhuma pendência.', 'Nothing needs attention.'] as const)
      : ([`Nenhuma pendência de ${merchant}.`, `Nothing of ${merchant} needs attention.`] as const),
} as const

/** The largest number of items of a kind that the server counts exactly. */
const MANY = 1_000

export const attentionKind: Readonly<Record<AttentionKind, Text>> = {
  dispute: ['Contestação em aberto', 'Open dispute'],
  evidence_to_forward: ['Defesa a encaminhar', 'Evidence to forward'],
  return_failed: ['Devolução recusada', 'Refused refund'],
  held_payment: ['Pagamento retido há mais de 1 h', 'Payment held for over 1 h'],
  refund_failed: ['Devolução que falhou', 'Failed refund'],
  payout_reserved: ['Repasse reservado', 'Reserved payout'],
  difference: ['Divergência de conciliação', 'Open reconciliation exception'],
  endpoint_disabled: endpointIs('disabled'),
  endpoint_paused: endpointIs('paused'),
  endpoint_failing: endpointIs('failing'),
  issuance_stuck: ['Presa na emissão', 'Stuck in issuance'],
}
