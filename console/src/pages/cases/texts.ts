import type { CaseKind, CaseStatus } from '../../lib/values/status.ts'
import type { Text } from '../../lib/text.ts'

export const cases = {
  title: ['Casos', 'Cases'],
  description: [
    'Dinheiro retido até uma decisão: contestações (MED), pagamentos retidos, devoluções e bloqueios.',
    'Money held until a decision: disputes (MED), held payments, refunds and blocks.',
  ],
  charge: ['Cobrança', 'Charge'],
  status: ['Situação', 'Status'],
  closed: ['Encerrado em', 'Closed'],
  deadline: ['Prazo', 'Deadline'],
  heldMerchant: ['Retido do lojista', 'Held from the merchant'],
  heldPayer: ['Retido do pagador', 'Held from the payer'],
  short: ['Falta para cobrir', 'Still to be covered'],
  amount: ['Valor', 'Amount'],
  merchant: ['Lojista', 'Merchant'],
  id: ['Identificador', 'Id'],
  endToEnd: ['E2E', 'E2E'],
  waits: ['Precisa de revisão', 'Needs review'],
  retry: ['Devolver de novo', 'Return again'],
  retryTitle: ['Repetir a devolução', 'Retry the return'],
  retryBody: [
    'A rede recusou a devolução. O valor retido será enviado de novo ao pagador.',
    'The network refused the return. The held amount is sent to the payer again.',
  ],
  retried: ['Devolução pedida de novo', 'Return requested again'],
  on: ['em', 'on'],
  answerUntil: ['A defesa vai até', 'Evidence is accepted until'],
  money: ['Dinheiro', 'Money'],
  details: ['Detalhes', 'Details'],
  emptyTitle: ['Nenhum caso aberto', 'No open case'],
  emptyBody: ['Não há dinheiro retido agora.', 'No money is held now.'],
  missingTitle: ['Caso não encontrado', 'Case not found'],
} as const

export const dispute = {
  title: ['Contestação', 'Dispute'],
  nature: ['Natureza', 'Nature'],
  origin: ['Origem', 'Origin'],
  originStaff: ['Equipe', 'Staff'],
  originNetwork: ['Rede Pix', 'Pix network'],
  policy: ['Se faltar saldo', 'If the balance is short'],
  description: ['Relato do pagador', "The payer's report"],
  answerUntil: ['Responder até', 'Answer until'],
  evidence: ['Defesa do lojista', "The merchant's evidence"],
  noEvidence: ['O lojista ainda não respondeu.', 'The merchant has not sent evidence yet.'],
  noEvidenceGiven: ['O lojista não respondeu.', 'The merchant sent no evidence.'],
  evidenceAdd: ['Registrar defesa', 'Record evidence'],
  evidenceDone: ['Defesa registrada', 'Evidence recorded'],
  evidenceClosed: ['A contestação já foi decidida', 'The dispute has been decided'],
  decided: ['Decidida em', 'Decided'],
  decidedAmount: ['Valor aceito', 'Amount accepted'],
  returned: ['Já devolvido', 'Returned so far'],
  decide: ['Decidir', 'Decide'],
  decideTitle: ['Decidir a contestação', 'Decide the dispute'],
  decision: ['Decisão', 'Decision'],
  acceptWhole: ['Aceitar tudo', 'Accept all of it'],
  acceptPart: ['Aceitar uma parte', 'Accept a part'],
  reject: ['Rejeitar', 'Reject'],
  withdraw: ['Retirar', 'Withdraw'],
  withdrawn: ['A rede retirou a contestação.', 'The network withdrew the dispute.'],
  amount: ['Valor aceito', 'Amount accepted'],
  decidedDone: ['Decisão registrada', 'Decision recorded'],
} as const

export const disputeStatus = {
  open: ['Em análise', 'Under review'],
  returning: ['Devolvendo', 'Returning'],
  closed: ['Encerrada', 'Closed'],
} as const

export const disputeResult = {
  accepted: ['Aceita', 'Accepted'],
  partly_accepted: ['Aceita em parte', 'Partly accepted'],
  rejected: ['Rejeitada', 'Rejected'],
  cancelled: ['Cancelada', 'Cancelled'],
  already_returned: ['Já devolvida', 'Already returned'],
} as const

/** Names of the policies for a dispute whose amount exceeds the merchant's balance. */
export const disputePolicy = {
  return_what_exists: ['Devolve o que houver', 'Returns what is available'],
  service_advances: ['O serviço adianta', 'The service advances the difference'],
} as const

/** Why a case needs action by a person. An unknown reason is shown as its code. */
/** The outcome of a case for its money, without the full stop. */
export const caseSummary: Record<CaseKind, Record<CaseStatus, Text>> = {
  dispute: {
    open: ['O valor fica bloqueado até a decisão', 'The amount is blocked until the decision'],
    returned: ['O pagador recebeu o valor de volta', 'The payer got the amount back'],
    released: ['O valor voltou ao saldo do lojista', 'The amount went back to the merchant’s balance'],
  },
  held_payment: {
    open: [
      'O dinheiro não é do lojista e vai ser devolvido ao pagador',
      'The money is not the merchant’s and will be returned to the payer',
    ],
    returned: ['O pagador recebeu o valor de volta', 'The payer got the amount back'],
    released: ['O valor deixou de estar retido', 'The amount is no longer held'],
  },
  refund: {
    open: ['A rede Pix ainda não confirmou a devolução', 'The Pix network has not confirmed the refund yet'],
    returned: ['O pagador recebeu o valor de volta', 'The payer got the amount back'],
    released: [
      'A devolução não foi feita e o valor voltou ao saldo do lojista',
      'The refund was not made and the amount went back to the merchant’s balance',
    ],
  },
  block: {
    open: ['O valor está bloqueado', 'The amount is blocked'],
    returned: ['O pagador recebeu o valor de volta', 'The payer got the amount back'],
    released: ['O valor voltou ao saldo do lojista', 'The amount went back to the merchant’s balance'],
  },
}

export const caseException: Readonly<Record<string, Text>> = {
  return_failed: ['A devolução falhou na rede', 'The return failed at the network'],
  insufficient_balance: ['Saldo insuficiente', 'Not enough balance'],
}

/** The effects of a decision about a dispute. */
export const decisionEffects = {
  nothing: ['Nada vai ao pagador.', 'Nothing goes to the payer.'],
  returned: (amount: string) => [`${amount} vão ao pagador.`, `${amount} goes to the payer.`] as const,
  released: (amount: string) =>
    [`${amount} voltam ao saldo do lojista.`, `${amount} goes back to the merchant’s balance.`] as const,
  owed: (amount: string) =>
    [
      `O lojista passa a dever ${amount} ao serviço.`,
      `The merchant will owe ${amount} to the service.`,
    ] as const,
  missing: (amount: string) =>
    [
      `${amount} não estão bloqueados e não são devolvidos.`,
      `${amount} is not blocked and is not returned.`,
    ] as const,
} as const

export const evidence = {
  title: ['Defesa do lojista', "The merchant's evidence"],
  toForward: ['A encaminhar', 'To be forwarded'],
  forwarded: ['Encaminhada', 'Forwarded'],
  forwardedBy: (person: string) => [`por ${person}`, `by ${person}`] as const,
  forward: ['Marcar como encaminhada', 'Mark as forwarded'],
  forwardTitle: ['Defesa encaminhada à rede', 'Evidence forwarded to the network'],
  forwardBody: [
    'Confirme que você enviou este texto e estes arquivos pelo portal do PSP.',
    'Confirm that you have sent this text and these files through the portal of the PSP.',
  ],
  forwardDone: ['Encaminhamento registrado', 'Forwarding recorded'],
  files: ['Arquivos', 'Files'],
  noFiles: ['O lojista não enviou arquivos.', 'The merchant has sent no files.'],
  name: ['Arquivo', 'File'],
  size: ['Tamanho', 'Size'],
  received: ['Recebido', 'Received'],
  use: ['Na defesa', 'In the evidence'],
  used: ['Sim', 'Yes'],
  unused: ['Não', 'No'],
  scan: ['Antivírus', 'Virus scan'],
  download: ['Baixar', 'Download'],
  downloadOf: (name: string) => [`Baixar ${name}`, `Download ${name}`] as const,
  audited: [
    'A auditoria registra quem baixa cada arquivo.',
    'The audit log records who downloads each file.',
  ],
} as const

export const scanResult = {
  clean: ['Sem vírus', 'No virus'],
  not_scanned: ['Não verificado', 'Not scanned'],
} as const
