import type { AttentionKind } from '../../api/generated/graphql.ts'
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

/** The server counts up to this number of items of a kind exactly. */
const MANY = 1_000

export const attentionKind: Readonly<Record<AttentionKind, Text>> = {
  dispute: ['Contestação em aberto', 'Open dispute'],
  evidence_to_forward: ['Defesa a encaminhar', 'Evidence to forward'],
  return_failed: ['Devolução recusada', 'Refused refund'],
  held_payment: ['Pagamento retido há mais de 1 h', 'Payment held for over 1 h'],
  refund_failed: ['Devolução que falhou', 'Failed refund'],
  payout_reserved: ['Repasse reservado', 'Reserved payout'],
  difference: ['Divergência de conciliação', 'Open reconciliation exception'],
  endpoint_disabled: ['Endpoint desativado', 'Disabled endpoint'],
  endpoint_failing: ['Endpoint falhando', 'Failing endpoint'],
  issuance_stuck: ['Presa na emissão', 'Stuck in issuance'],
}

/** The next step for each kind of item. */
export const nextStep: Readonly<Record<AttentionKind, Text>> = {
  dispute: ['Registrar a defesa até o prazo, ou decidir', 'Record evidence by the deadline, or decide'],
  evidence_to_forward: [
    'Encaminhar a defesa ao PSP até o prazo',
    'Forward the evidence to the PSP by the deadline',
  ],
  return_failed: ['Tentar de novo a devolução', 'Try the refund again'],
  held_payment: ['Devolução atrasada; abrir o caso', 'The refund is overdue; open the case'],
  refund_failed: ['Pedir de novo até o prazo da rede', 'Request the refund again before the network’s limit'],
  payout_reserved: [
    'Transferir e registrar o pagamento, ou desfazer',
    'Transfer and record the payout as paid, or release it',
  ],
  difference: ['Conferir com o banco e encerrar', 'Check with the bank and close the exception'],
  endpoint_disabled: ['Avisar o lojista e reativar', 'Tell the merchant and enable the endpoint again'],
  endpoint_failing: [
    'Avisar o lojista; no prazo é desativado',
    'Tell the merchant; the endpoint is disabled at the deadline',
  ],
  issuance_stuck: ['O PSP não respondeu; conferir a cobrança', 'The PSP did not answer; check the charge'],
}
