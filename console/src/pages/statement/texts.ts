/** Texts that only the exported file contains. */
export const exported = {
  line: ['Linha', 'Line'],
} as const

export const statement = {
  order: ['Pedido', 'Order'],
  title: ['Extrato', 'Statement'],
  balanceAfter: ['Saldo da posição', 'Position balance'],
  payout: ['Repasse', 'Payout'],
  journal: ['Código do lançamento', 'Journal id'],
  fromNewest: ['Ver desde o mais recente', 'Show from the newest'],
  defaultWindow: ['Mostrando os últimos 30 dias', 'Showing the last 30 days'],
  clock: [
    'Período por data do fato. O saldo da posição segue a ordem de lançamento.',
    'Period by date of the fact. The position balance follows the order of posting.',
  ],
  postedAt: ['lançado em', 'posted'],
  emptyTitle: ['Nenhum lançamento ainda', 'No entries yet'],
  emptyBody: [
    'O extrato começa com o primeiro pagamento recebido pelo lojista.',
    'The statement begins with the first payment the merchant receives.',
  ],
} as const
