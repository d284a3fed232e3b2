import type { Text } from '../../text.ts'

/** Names of the reasons for which payouts are suspended, by code. */
export const suspensionName: Readonly<Record<string, Text>> = {
  negative_balance: ['Débito do lojista', 'Merchant debt'],
  open_disputes: ['Contestação em aberto ou em devolução', 'Dispute open or being refunded'],
  bank_account_missing: ['Conta bancária removida', 'Bank account removed'],
  reconciliation_difference: ['Divergência de conciliação', 'Open reconciliation exception'],
  manual_hold: ['Suspensão manual', 'Manual suspension'],
}

/** Returns the text of a suspension reason; for an unknown code, the server's message. */
export function suspensionText({ code, message }: { code: string; message: string }): Text {
  return suspensionName[code] ?? [message, message]
}

/** Texts about the start and the cause of a suspension of payouts. */
export const suspension = {
  effect: [
    'Nenhum repasse novo até a suspensão acabar, salvo exceção justificada. Um repasse já reservado pode ser pago.',
    'No new payouts until the suspension ends, unless overridden with a reason. A reserved payout can be paid.',
  ],
  since: ['desde', 'since'],
  automatically: ['suspensos pelo serviço', 'suspended by the service'],
  by: (actor: Text, reason: string) =>
    [`suspensos por ${actor[0]}: “${reason}”`, `suspended by ${actor[1]}: “${reason}”`] as const,
  openCase: ['Ver caso', 'View case'],
  openDifferences: ['Ver divergências', 'View exceptions'],
} as const
