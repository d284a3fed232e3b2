import { pageNames } from '../../lib/i18n/page-names.ts'
import type { ViewPage } from '../../lib/search/view-search.ts'
import { counted, COUNTED_MAX, type Text } from '../../lib/text.ts'

/** The largest number of charges that the server counts. */
const CHARGES_COUNTED_MAX = 10_000

export const home = {
  title: ['Início', 'Home'],
  everyMerchant: ['Todos os lojistas', 'All merchants'],
  support: ['Operação de hoje', 'Operations today'],
  chargesToday: ['Cobranças criadas hoje', 'Charges created today'],
  paidToday: ['Pagas hoje, das criadas hoje (bruto)', 'Created and paid today (gross)'],
  charges: (count: number) =>
    count >= CHARGES_COUNTED_MAX
      ? (['10.000 cobranças ou mais', '10,000 charges or more'] as const)
      : counted(count, ['# cobrança', '# cobranças'], ['# charge', '# charges']),
  lastWeek: (amount: string, count: Text) =>
    [
      `Há uma semana, até esta hora: ${amount} (${count[0]})`,
      `Same time last week: ${amount} (${count[1]})`,
    ] as const,
  toForward: ['Com defesa registrada, a encaminhar ao PSP', 'With evidence to forward to the PSP'],
  lag: ['Atraso nas entregas', 'Delivery lag'],
  noLag: ['Sem espera', 'None'],
  lagSince: [
    'Espera do evento mais antigo sem entrega, desde a criação',
    'Age of the oldest undelivered event',
  ],
  failing: ['Endpoints falhando, em pausa ou desativados', 'Endpoints failing, paused or disabled'],
  disputes: ['Contestações em aberto', 'Open disputes'],
  count: (count: number) =>
    count > COUNTED_MAX
      ? (['Mais de 1.000', 'More than 1,000'] as const)
      : ([`${count}`, `${count}`] as const),
  all: (count: number) =>
    count > COUNTED_MAX
      ? (['Ver todos: mais de 1.000', 'View all: more than 1,000'] as const)
      : ([`Ver todos: ${count}`, `View all: ${count}`] as const),
  positions: ['Posições de todos os lojistas', 'Positions across all merchants'],
  positionsOfOne: ['Posições do lojista', 'Merchant positions'],
  now: ['Saldo agora', 'Balance now'],
  today: ['Movimento de hoje', 'Net change today'],
  sameDayLastWeek: ['Movimento há uma semana, até esta hora', 'Net change, same time last week'],
  change: ['Diferença dos movimentos', 'Difference in net change'],
  sevenDays: ['Movimento em 7 dias', 'Net change in 7 days'],
  owed: ['Devemos aos lojistas', 'We owe merchants'],
  owedToOne: ['Devemos ao lojista', 'We owe the merchant'],
  total: ['Posição total', 'Total position'],
  payouts: ['Últimos repasses', 'Latest payouts'],
  noPayouts: ['Nenhum repasse ainda.', 'No payouts yet.'],
  suspended: ['Lojistas com repasses suspensos', 'Merchants with suspended payouts'],
  noneSuspended: ['Nenhum repasse suspenso.', 'No payouts are suspended.'],
  verdict: ['Razão', 'Ledger'],
  sound: ['confere', 'balanced'],
  entries: (count: number) =>
    counted(
      count,
      ['# lançamento de todos os lojistas conferido', '# lançamentos de todos os lojistas conferidos'],
      ['# entry checked across all merchants', '# entries checked across all merchants'],
    ),
  findings: (count: number) => counted(count, ['# problema', '# problemas'], ['# finding', '# findings']),
  position: ['Posição', 'Position'],
  noneAnywhere: [
    'Salve os filtros de uma lista e eles aparecem aqui.',
    'Save a list’s filters and they appear here.',
  ],
} as const

export const viewPage: Record<ViewPage, Text> = {
  charges: pageNames.charges,
  cases: pageNames.cases,
  payouts: pageNames.payouts,
  statement: pageNames.statement,
  reconciliation: pageNames.reconciliation,
}
