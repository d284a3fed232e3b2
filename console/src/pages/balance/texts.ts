import { counted, type Text } from '../../lib/text.ts'
import type { Position } from '../../lib/values/status.ts'

export const balance = {
  open: ['Ver caso', 'View case'],
  title: ['Saldo', 'Balance'],
  total: ['Posição total', 'Total position'],
  owed: ['Devemos ao lojista', 'We owe the merchant'],
  owedHint: [
    'A liquidar + disponível + reserva contratual + bloqueado do lojista + em repasse',
    'Pending + available + contract reserve + blocked merchant funds + payout in progress',
  ],
  heldHint: [
    'Não é do lojista: a empresa devolve aos pagadores. Faz parte da posição total do razão.',
    'This money does not belong to the merchant: the company refunds it to the payers. It is part of the ledger’s total position.',
  ],
  debtHint: [
    'É descontado do próximo valor que ficar disponível. Posição total:',
    'Deducted from the next funds that become available. Total position:',
  ],
  positions: ['Posições', 'Positions'],
  composition: ['Composição', 'Composition'],
  suspended: ['Repasses suspensos', 'Payouts suspended'],
  openStatement: ['Ver extrato', 'View statement'],
  history: ['Evolução do saldo', 'Balance over time'],
  blockedNote: ['Retido é dinheiro dos pagadores', 'Held money belongs to payers'],
  asOfDay: ['Posição no fim do dia', 'As of the end of the day'],
  asOfAnotherDay: ['Posição no fim de outro dia', 'As of the end of another day'],
  partsOfNow: [
    'As posições são do fim do dia escolhido. O gráfico tem o próprio período, e as condições são as atuais.',
    'Positions are as of the end of the chosen day. The chart has its own period, and the terms are the current ones.',
  ],
  seeNow: ['Ver saldo atual', 'View current balance'],
  since: ['desde', 'since'],
  openPosition: (position: string) =>
    [`Ver ${position} no extrato`, `View ${position} in the statement`] as const,
  terms: ['Condições comerciais', 'Commercial terms'],
  fee: ['Tarifa', 'Fee'],
  reserve: ['Reserva contratual', 'Contract reserve'],
  reserveTerms: (share: string, days: number) =>
    counted(
      days,
      [`${share} por # dia`, `${share} por # dias`],
      [`${share} for # day`, `${share} for # days`],
    ),
  settlement: ['Liquidação', 'Settlement'],
  settlementTerms: (days: number) => [`D+${days}`, `D+${days}`] as const,
  refundFee: ['Tarifa na devolução', 'Fee on refunds'],
  pix: ['Cobranças por Pix', 'Pix charges'],
  pixOn: ['Habilitadas', 'Enabled'],
  pixOff: ['Desabilitadas', 'Disabled'],
  asOf: ['Posição de', 'As of'],
  releases: ['Próximas liberações da reserva contratual', 'Next contract reserve releases'],
  releaseDay: ['Data da liberação', 'Release date'],
  releaseLater: ([ptBr, en]: Text) => [`A partir de ${ptBr}`, `From ${en} onwards`] as const,
  releaseDue: ([ptBr, en]: Text) => [`${ptBr} (em liberação)`, `${en} (being released)`] as const,
  releaseTotal: ['Toda a reserva contratual', 'Total contract reserve'],
  releaseCharges: ['Cobranças', 'Charges'],
  chargesCount: (count: number) => counted(count, ['# cobrança', '# cobranças'], ['# charge', '# charges']),
  releaseAmount: ['Valor', 'Amount'],
  availableSuspended: [
    'Liquidado e conciliado. Não entra em repasse novo enquanto os repasses estiverem suspensos.',
    'Settled and reconciled. Not included in a new payout while payouts are suspended.',
  ],
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
    'Parte separada por contrato. Continua sendo do lojista e é liberada no prazo.',
    'Part set aside by contract. It still belongs to the merchant and is released on its date.',
  ],
  case_hold: [
    'Dinheiro do lojista bloqueado por devolução em andamento, contestação (MED) ou bloqueio.',
    'The merchant’s money, blocked by a refund in progress, a dispute (MED) or a block.',
  ],
  payout_reserved: ['Separado para repasses em andamento.', 'Set aside for payouts in progress.'],
  receivable: [
    'O que o lojista deve à empresa. É descontado do próximo valor que ficar disponível.',
    'What the merchant owes the company. Deducted from the next funds that become available.',
  ],
}
