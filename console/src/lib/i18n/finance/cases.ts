import type { Text } from '../../text.ts'
import type { DeadlineWarning } from '../../values/deadline.ts'
import type { CaseKind } from '../../values/status.ts'

export const caseColumns = {
  kind: ['Tipo', 'Type'],
  opened: ['Aberto em', 'Opened'],
} as const

/** Texts of the list of open cases that block a merchant's money. */
export const blockedCases = {
  title: ['Por que há valor bloqueado ou retido', 'Why money is blocked or held'],
  note: [
    'Bloqueado é dinheiro do lojista. Retido é dinheiro do pagador, que volta a ele.',
    'Blocked money belongs to the merchant. Held money belongs to the payer and goes back to the payer.',
  ],
  blocked: ['bloqueado', 'blocked'],
  held: ['retido', 'held'],
  all: ['Ver todos os casos', 'View all cases'],
  untilPerson: [
    'até alguém repetir a devolução, que falhou',
    'until someone retries the refund, which failed',
  ],
} as const

/** Labels of two times: the deadline for the merchant's evidence, and the time when the evidence was recorded. */
export const evidenceTimes = {
  deadline: ['Prazo da defesa', 'Evidence deadline'],
  recorded: ['Defesa registrada em', 'Evidence recorded on'],
} as const

/** Texts that say until when a case blocks money, by the kind of the case. */
export const blockedUntil: Record<CaseKind, Text> = {
  dispute: ['até a decisão da contestação', 'until the dispute is decided'],
  held_payment: [
    'até a rede devolver o valor ao pagador',
    'until the network refunds the amount to the payer',
  ],
  refund: ['até a rede confirmar a devolução', 'until the network confirms the refund'],
  block: ['até o bloqueio terminar', 'until the block ends'],
}

/** Labels that say how near the deadline of an open dispute is. */
export const deadlineBadge: Readonly<Record<DeadlineWarning, Text>> = {
  72: ['Prazo em menos de 72 h', 'Less than 72 h left'],
  24: ['Prazo em menos de 24 h', 'Less than 24 h left'],
  4: ['Prazo em menos de 4 h', 'Less than 4 h left'],
  passed: ['Prazo terminado', 'Deadline passed'],
}

/** Reasons for a dispute, by the code of the Pix network. */
export const disputeNature: Readonly<Record<string, Text>> = {
  MED_FRAUDE: ['Golpe ou fraude', 'Scam or fraud'],
  MED_FALHA_OPERACIONAL: ['Falha operacional', 'Operational failure'],
}
