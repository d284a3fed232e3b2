import type { Text } from '../../text.ts'
import type { DeadlineWarning } from '../../values/deadline.ts'

export const caseColumns = {
  kind: ['Tipo', 'Kind'],
  opened: ['Aberto em', 'Opened'],
} as const

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
