import type { Text } from '../../text.ts'

export const caseColumns = {
  kind: ['Tipo', 'Kind'],
  opened: ['Aberto em', 'Opened'],
  charge: ['Cobrança', 'Charge'],
} as const

/** Reasons for a dispute, by the code of the Pix network. */
export const disputeNature: Readonly<Record<string, Text>> = {
  MED_FRAUDE: ['Golpe ou fraude', 'Scam or fraud'],
  MED_FALHA_OPERACIONAL: ['Falha operacional', 'Operational failure'],
}
