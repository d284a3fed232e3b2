/** The types of journal entries, each with its default description in the merchant's statement. */
export const ENTRY_TYPES = {
  'charge.paid': 'Venda Pix paga',
  'reserve.held': 'Reserva contratual retida',
  'reserve.released': 'Reserva contratual liberada',
  'provider.settled': 'Liquidação na rede Pix',
  'gateway.funds_available': 'Valor disponível',
  'charge.payment_held': 'Pagamento retido para devolução ao pagador',
  'case.hold': 'Valor bloqueado por devolução ou contestação',
  'case.release': 'Valor desbloqueado',
  'refund.completed': 'Devolução concluída',
  'case.returned': 'Valor devolvido ao pagador',
  'fee.returned': 'Tarifa devolvida',
  'gateway.receivable_created': 'Valor devido ao serviço',
  'gateway.receivable_covered': 'Valor devido compensado com saldo disponível',
  'journal.reversal': 'Estorno de lançamento',
  'provider.return_settled': 'Liquidação de devolução na rede Pix',
  'provider.clearing_moved': 'Mudança de conta de liquidação na rede Pix',
  'gateway.external_payout': 'Repasse ao lojista',
  'payout.reserved': 'Valor reservado para repasse',
  'payout.released': 'Reserva de repasse desfeita',
  'loss.written_off': 'Baixa de valor devido',
} as const
export type EntryType = keyof typeof ENTRY_TYPES

export const ENTRY_TYPE_NAMES = Object.keys(ENTRY_TYPES).filter(
  (name): name is EntryType => name in ENTRY_TYPES,
)

/**
 * The entry types that have lines in positions of merchants. Entries of any other type have lines only in internal
 * accounts.
 */
export const MERCHANT_ENTRY_TYPES = ENTRY_TYPE_NAMES.filter((name) => !name.startsWith('provider.'))
