/** What can generate an entry, with the fixed text that the statement shows for it (specification, statement line). */
export const ENTRY_TYPES = {
  'charge.paid': 'Venda Pix paga',
  'reserve.held': 'Reserva contratual retida',
  'reserve.released': 'Reserva contratual liberada',
  'provider.settled': 'Liquidação na rede Pix',
  'gateway.funds_available': 'Valor disponível',
  'charge.payment_held': 'Pagamento retido para devolução ao pagador',
} as const
export type EntryType = keyof typeof ENTRY_TYPES
