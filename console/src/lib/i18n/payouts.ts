import type { Text } from './text.ts'

/** Payouts. */
export const payouts = {
  title: ['Repasses', 'Payouts'],
  reference: ['Referência', 'Reference'],
  state: ['Situação', 'Status'],
  amount: ['Valor', 'Amount'],
  merchant: ['Lojista', 'Merchant'],
  paidAt: ['Pago em', 'Paid'],
  reservedAt: ['Reservado em', 'Reserved'],
  created: ['Registrado em', 'Recorded'],
  createdBy: ['Registrado por', 'Recorded by'],
  bankAccount: ['Conta de destino', 'Paid to'],
  note: ['Observação', 'Note'],
  id: ['Identificador', 'Id'],
  details: ['Detalhes', 'Details'],
  lines: ['Lançamentos', 'Journal lines'],
  entry: ['Ver no extrato', 'See it in the statement'],
  noLines: ['Nenhum lançamento.', 'No journal lines.'],
  record: ['Registrar repasse', 'Record payout'],
  recordTitle: ['Registrar repasse feito', 'Record a payout that was made'],
  recordBody: [
    'Registra uma transferência já feita no banco. O valor sai do disponível do lojista.',
    "Records a transfer already made at the bank. The amount leaves the merchant's available balance.",
  ],
  room: ['Disponível para repasse', 'Available for payout'],
  externalReference: ['Referência do banco', 'Bank reference'],
  externalHint: ['Única para o lojista', 'Unique for the merchant'],
  externalMissing: ['Informe a referência do banco', 'Enter the bank reference'],
  when: ['Data e hora do pagamento', 'Date and time of the payment'],
  whenInvalid: ['Informe quando foi pago', 'Enter when it was paid'],
  suspended: ['Os repasses deste lojista estão suspensos', "This merchant's payouts are suspended"],
  force: ['Registrar mesmo assim', 'Record it all the same'],
  forceReason: ['Justificativa', 'Reason'],
  reasonMissing: ['Diga por quê', 'Say why'],
  recorded: ['Repasse registrado', 'Payout recorded'],
  needMerchant: ['Escolha um lojista antes', 'Choose a merchant first'],
  reverse: ['Estornar', 'Reverse'],
  reverseTitle: ['Estornar o repasse', 'Reverse the payout'],
  reverseBody: [
    'O valor volta ao disponível do lojista. Só pode ser feito uma vez.',
    "The amount goes back to the merchant's available balance. It can be done once.",
  ],
  reversed: ['Repasse estornado', 'Payout reversed'],
  notPaid: ['Só um repasse pago pode ser estornado', 'Only a paid payout can be reversed'],
  emptyTitle: ['Nenhum repasse ainda', 'No payouts yet'],
  emptyBody: [
    'Eles aparecem aqui quando a primeira transferência for registrada.',
    'They appear here once the first transfer is recorded.',
  ],
  missingTitle: ['Repasse não encontrado', 'Payout not found'],
} as const

/** Why payouts are suspended. An unknown code is shown with the server's own words. */
export const suspensionName: Readonly<Record<string, Text>> = {
  negative_balance: ['Débito com o serviço', 'Debt to the service'],
  open_disputes: ['Contestação em aberto', 'Open dispute'],
  bank_account_missing: ['Conta bancária removida', 'Bank account removed'],
  reconciliation_difference: ['Divergência de conciliação', 'Reconciliation difference'],
  manual_hold: ['Suspensão manual', 'Suspended by hand'],
}

/** Why payouts are suspended, in words; a code nobody has named, in the server's. */
export function suspensionText({ code, message }: { code: string; message: string }): Text {
  return suspensionName[code] ?? [message, message]
}
