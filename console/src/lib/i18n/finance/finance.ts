import type { Position } from '../../values/status.ts'
import type { Text } from '../../text.ts'

export const balance = {
  title: ['Saldo', 'Balance'],
  total: ['Posição total', 'Total position'],
  totalHint: [
    'Soma de todas as posições, já descontado o que é devido ao serviço.',
    'Sum of all positions, less what is owed to the service.',
  ],
  toReceive: ['A receber pelo lojista', 'Due to the merchant'],
  toReceiveHint: ['A liquidar + disponível + reserva contratual', 'Pending + available + contract reserve'],
  positions: ['Posições', 'Positions'],
  composition: ['Composição', 'Composition'],
  position: ['Posição', 'Position'],
  amount: ['Valor', 'Amount'],
  suspended: ['Repasses suspensos', 'Payouts suspended'],
  suspendedBody: [
    'O lojista não recebe repasses enquanto a suspensão durar.',
    'The merchant gets no payouts while this lasts.',
  ],
  owed: ['Devido ao serviço', 'Owed to the service'],
  openStatement: ['Ver extrato', 'Open the statement'],
  history: ['Evolução do saldo', 'Balance over time'],
  asOfDay: ['Posição no fim do dia', 'As of the end of the day'],
  today: ['Agora', 'Now'],
  since: ['desde', 'since'],
  openPosition: (position: string) =>
    [`Ver ${position} no extrato`, `See ${position} in the statement`] as const,
  terms: ['Condições comerciais', 'Commercial terms'],
  fee: ['Tarifa', 'Fee'],
  reserve: ['Reserva contratual', 'Contract reserve'],
  reserveTerms: (share: string, days: number) =>
    [`${share} por ${days} dias`, `${share} for ${days} days`] as const,
  settlement: ['Liquidação', 'Settlement'],
  settlementTerms: (days: number) => [`D+${days}`, `D+${days}`] as const,
  refundFee: ['Tarifa na devolução', 'Fee on refunds'],
  refundFeeProrata: ['Devolvida em proporção', 'Returned pro rata'],
  refundFeeKeep: ['Mantida', 'Kept'],
  pix: ['Recebimento por Pix', 'Pix receiving'],
  pixOn: ['Ativo', 'On'],
  pixOff: ['Desativado', 'Off'],
} as const

export const positionHint: Record<Position, Text> = {
  pending: [
    'Vendas pagas, ainda não liquidadas e conciliadas. Viram disponível depois da liquidação.',
    'Paid sales, not yet settled and reconciled. They become available after settlement.',
  ],
  available: [
    'Liquidado e conciliado, pronto para o próximo repasse.',
    'Settled and reconciled, ready for the next payout.',
  ],
  contract_reserve: [
    'Parte retida por contrato. Continua sendo do lojista e é liberada no prazo.',
    "Part held by contract. Still the merchant's, released on its date.",
  ],
  case_hold: [
    'Bloqueado por devolução em andamento, contestação (MED) ou pagamento retido.',
    'Blocked by a refund in progress, a dispute (MED) or a held payment.',
  ],
  payout_reserved: ['Separado para repasses em andamento.', 'Set aside for payouts in progress.'],
  receivable: [
    'Débito do lojista com o serviço. É descontado do próximo valor que ficar disponível.',
    "The merchant's debt to the service. Deducted from what becomes available next.",
  ],
}

export const statement = {
  order: ['Pedido', 'Order'],
  title: ['Extrato', 'Statement'],
  entry: ['Lançamento', 'Entry'],
  position: ['Posição', 'Position'],
  amount: ['Valor', 'Amount'],
  balanceAfter: ['Saldo da posição', 'Position balance'],
  economicAt: ['Data do fato', 'Date of the fact'],
  postedAt: ['Lançado em', 'Posted'],
  source: ['Origem', 'Source'],
  charge: ['Cobrança', 'Charge'],
  payout: ['Repasse', 'Payout'],
  journal: ['Código do lançamento', 'Journal id'],
  fromNewest: ['Ver desde o mais recente', 'Show from the newest'],
  defaultWindow: ['Mostrando os últimos 30 dias', 'Showing the last 30 days'],
  emptyTitle: ['Nenhum lançamento ainda', 'No entries yet'],
  emptyBody: [
    'O extrato começa com o primeiro pagamento recebido pelo lojista.',
    'The statement begins with the first payment the merchant receives.',
  ],
} as const

/** Texts of the links between an entry and its reversal. */
export const reversals = {
  reversal: ['Estorno', 'Reversal'],
  reversed: ['Estornado', 'Reversed'],
  toOriginal: ['ver o lançamento que ele desfaz', 'see the entry that it takes back'],
  toReversal: ['ver o lançamento que o desfaz', 'see the entry that takes it back'],
} as const
