import type { CaseKind, CaseStatus } from '../../lib/values/status.ts'
import type { Text } from '../../lib/text.ts'

export const cases = {
  title: ['Casos', 'Cases'],
  description: [
    'Dinheiro bloqueado do lojista ou retido do pagador: contestações (MED), devoluções, bloqueios e pagamentos retidos.',
    'Money blocked from merchants or held for payers: disputes (MED), refunds, blocks and held payments.',
  ],
  charge: ['Cobrança', 'Charge'],
  status: ['Situação', 'Status'],
  closed: ['Encerrado em', 'Closed'],
  noDeadline: ['sem prazo em aberto', 'no open deadline'],
  heldMerchant: ['Bloqueado, do lojista', 'Blocked (merchant’s money)'],
  heldPayer: ['Retido, do pagador', 'Held (payer’s money)'],
  short: ['Falta para cobrir', 'Shortfall'],
  returned: ['Devolvido ao pagador', 'Refunded to the payer'],
  notReturned: ['Não devolvido, fica com o lojista', 'Not refunded, stays with the merchant'],
  unpaid: ['O pagador não recebeu a devolução', 'The payer did not receive the refund'],
  requestAgain: [
    'Se ainda não foi pedida de novo, peça na cobrança, até 90 dias depois do pagamento.',
    'If it has not been requested again yet, request it on the charge within 90 days of the payment.',
  ],
  amount: ['Valor', 'Amount'],
  merchant: ['Lojista', 'Merchant'],
  payer: ['Pagador', 'Payer'],
  id: ['Identificador', 'ID'],
  endToEnd: ['E2E', 'E2E'],
  waits: ['Precisa de revisão', 'Needs review'],
  retry: ['Devolver de novo', 'Retry refund'],
  retryTitle: ['Repetir a devolução', 'Retry the refund'],
  retryBody: [
    'A rede recusou a devolução. O valor retido será enviado de novo ao pagador.',
    'The network refused the refund. The held amount is sent to the payer again.',
  ],
  retried: ['Devolução pedida de novo', 'Refund retry requested'],
  on: ['em', 'on'],
  money: ['Dinheiro', 'Money'],
  details: ['Detalhes', 'Details'],
  emptyTitle: ['Nenhum caso aberto', 'No open cases'],
  emptyBody: ['Não há dinheiro bloqueado nem retido agora.', 'No money is currently blocked or held.'],
  missingTitle: ['Caso não encontrado', 'Case not found'],
} as const

/** Texts that say who must act on an open case. texts.test.ts compares the roles with the server's. */
export const caseActors = {
  nobody: ['Ninguém precisa agir', 'No action needed'],
  answer: ['Defesa: Suporte ou Administração', 'Evidence: Support or an administrator'],
  decide: ['Decisão: Financeiro ou Administração', 'Decision: Finance or an administrator'],
  retry: ['Devolver de novo: Financeiro ou Administração', 'Retry refund: Finance or an administrator'],
  overdue: ['Devolução atrasada: alguém precisa conferir', 'Refund overdue: someone must check'],
  somebody: ['Alguém precisa agir', 'Action needed'],
} as const

export const dispute = {
  title: ['Contestação', 'Dispute'],
  nature: ['Natureza', 'Nature'],
  origin: ['Origem', 'Origin'],
  originStaff: ['Equipe', 'Staff'],
  originNetwork: ['Rede Pix', 'Pix network'],
  policy: ['Se faltar saldo', 'If the balance is short'],
  description: ['Relato do pagador', 'Payer’s report'],
  evidence: ['Defesa do lojista', 'Merchant’s evidence'],
  noEvidence: ['Ainda não há defesa registrada.', 'No evidence has been recorded yet.'],
  noEvidenceGiven: ['Nenhuma defesa foi registrada.', 'No evidence was recorded.'],
  evidenceAdd: ['Registrar defesa', 'Record evidence'],
  evidenceDone: ['Defesa registrada', 'Evidence recorded'],
  evidenceClosed: ['A contestação já foi decidida', 'The dispute has been decided'],
  decided: ['Decidida em', 'Decided'],
  decidedAmount: ['Valor aceito', 'Amount accepted'],
  returned: ['Já devolvido', 'Refunded so far'],
  decide: ['Decidir a contestação', 'Decide the dispute'],
  decision: ['Decisão', 'Decision'],
  acceptWhole: ['Aceitar tudo', 'Accept in full'],
  acceptPart: ['Aceitar uma parte', 'Accept in part'],
  reject: ['Rejeitar', 'Reject'],
  withdraw: ['Retirar', 'Withdraw'],
  withdrawn: ['A rede retirou a contestação.', 'The network withdrew the dispute.'],
  amount: ['Valor aceito', 'Amount accepted'],
  decidedDone: ['Decisão registrada', 'Decision recorded'],
} as const

export const disputeStatus = {
  open: ['Em aberto', 'Open'],
  returning: ['Em devolução', 'Being refunded'],
  closed: ['Encerrada', 'Closed'],
} as const

export const disputeResult = {
  accepted: ['Aceita', 'Accepted'],
  partly_accepted: ['Aceita em parte', 'Partially accepted'],
  rejected: ['Rejeitada', 'Rejected'],
  cancelled: ['Cancelada', 'Cancelled'],
  already_returned: ['Já devolvida', 'Already refunded'],
} as const

/** Sentences that say what happened to the money of a closed case. The page adds a date and the full stop. */
export const caseSummary: Record<CaseKind, Record<Exclude<CaseStatus, 'open'>, Text>> = {
  dispute: {
    returned: ['O pagador recebeu o valor de volta', 'The payer received the amount back'],
    released: ['O valor voltou ao saldo do lojista', 'The amount returned to the merchant’s balance'],
  },
  held_payment: {
    returned: ['O pagador recebeu o valor de volta', 'The payer received the amount back'],
    released: ['O valor deixou de estar retido', 'The amount is no longer held'],
  },
  refund: {
    returned: ['O pagador recebeu o valor de volta', 'The payer received the amount back'],
    released: [
      'A devolução não foi feita e o valor voltou ao saldo do lojista',
      'The refund was not made and the amount returned to the merchant’s balance',
    ],
  },
  block: {
    returned: ['O pagador recebeu o valor de volta', 'The payer received the amount back'],
    released: ['O valor voltou ao saldo do lojista', 'The amount returned to the merchant’s balance'],
  },
}

/** Texts that say why a payment is held, by the classification of the payment. */
export const heldBecause: Readonly<Record<string, Text>> = {
  duplicate: ['A cobrança já estava paga.', 'The charge was already paid.'],
  amount_mismatch: ['O valor pago não é o da cobrança.', 'The amount paid differs from the charge.'],
  after_final: ['A cobrança já estava encerrada.', 'The charge was already closed.'],
  unmatched: ['Nenhuma cobrança corresponde ao pagamento.', 'No charge matches the payment.'],
}

/** Texts that say why a closed case was opened, by the kind of the case. */
export const caseCause: Readonly<Record<CaseKind, Text>> = {
  dispute: ['Aberto porque o pagador contestou o Pix.', 'Opened because the payer disputed the Pix.'],
  held_payment: ['Aberto por um pagamento retido.', 'Opened for a held payment.'],
  refund: ['Aberto por um pedido de devolução.', 'Opened for a refund.'],
  block: ['Aberto por um bloqueio.', 'Opened for a block.'],
}

/**
 * The introduction of an open case: the held amount, its owner, the reason, the deadline, and what happens without
 * action.
 */
export const caseLead = {
  held: (amount: string, isPayers: boolean): Text =>
    isPayers ? [`${amount} retidos.`, `${amount} held.`] : [`${amount} bloqueados.`, `${amount} blocked.`],
  whose: {
    dispute: (merchant: string) =>
      [
        `O dinheiro é de ${merchant} e está bloqueado porque o pagador contestou o Pix.`,
        `The money belongs to ${merchant} and is blocked because the payer disputed the Pix.`,
      ] as const,
    refund: (merchant: string) =>
      [
        `O dinheiro é de ${merchant} e está bloqueado para uma devolução.`,
        `The money belongs to ${merchant} and is blocked for a refund.`,
      ] as const,
    block: (merchant: string) =>
      [
        `O dinheiro é de ${merchant} e está bloqueado.`,
        `The money belongs to ${merchant} and is blocked.`,
      ] as const,
    held_payment: (_merchant: string) =>
      ['O dinheiro é do pagador.', 'The money belongs to the payer.'] as const,
  },
  otherwise: {
    dispute: [
      'Se ninguém agir, nada muda depois do prazo: o valor continua bloqueado até alguém decidir.',
      'If no one acts, nothing changes after the deadline: the amount stays blocked until someone decides.',
    ],
    refund: [
      'Termina quando a rede Pix confirmar a devolução. Ninguém precisa agir; se a rede recusar, o valor volta ao lojista.',
      'The case closes when the Pix network confirms the refund. No action is needed; if the network refuses it, the amount returns to the merchant.',
    ],
    block: ['Se ninguém agir, o valor continua bloqueado.', 'If no one acts, the amount stays blocked.'],
    held_payment: [
      'Termina quando a rede Pix devolver o valor ao pagador. Ninguém precisa agir.',
      'The case closes when the Pix network refunds the amount to the payer. No action is needed.',
    ],
    overdue: [
      'A devolução automática está atrasada. Confira se as devoluções estão suspensas; até lá, o valor continua retido.',
      'The automatic refund is overdue, and the amount stays held until it is made. Check whether refunds are suspended.',
    ],
    return_failed: [
      'A rede recusou a devolução. Se ninguém a repetir, o valor continua retido.',
      'The network refused the refund. If no one retries it, the amount stays held.',
    ],
    returning: [
      'Termina quando a rede Pix devolver ao pagador o valor aceito. Ninguém precisa agir.',
      'The case closes when the Pix network refunds the accepted amount to the payer. No action is needed.',
    ],
  },
} as const

/**
 * Texts that say why a case needs action by a person, by the code of the reason. An unknown reason is shown as its
 * code.
 */
export const caseException: Readonly<Record<string, Text>> = {
  return_failed: ['A devolução falhou', 'The refund failed'],
  insufficient_balance: ['Saldo insuficiente', 'Insufficient balance'],
}

/** The effects of a decision about a dispute. */
export const decisionEffects = {
  nothing: ['Nada vai ao pagador.', 'Nothing goes to the payer.'],
  returned: (amount: string) => [`${amount} vão ao pagador.`, `${amount} goes to the payer.`] as const,
  released: (amount: string) =>
    [`${amount} voltam ao saldo do lojista.`, `${amount} returns to the merchant’s balance.`] as const,
  owed: (amount: string) =>
    [`O lojista passa a dever ${amount} à empresa.`, `The merchant will owe the company ${amount}.`] as const,
  missing: (amount: string) =>
    [
      `${amount} não estão bloqueados e não são devolvidos.`,
      `${amount} is not blocked and will not be refunded.`,
    ] as const,
} as const
