import { pageNames } from '../../lib/i18n/page-names.ts'
import type { ViewPage } from '../../lib/search/view-search.ts'
import { counted, type Text } from '../../lib/text.ts'

/** The largest number of rows that the server counts exactly. A larger count only means «more than 1000». */
const COUNTED_MAX = 1000

export const home = {
  title: ['Início', 'Home'],
  support: ['Suporte', 'Support'],
  lag: ['Atraso nas entregas', 'Delivery lag'],
  failing: ['Endpoints falhando', 'Failing endpoints'],
  disputes: ['Contestações abertas', 'Open disputes'],
  created: ['Presas na emissão', 'Stuck in issuance'],
  noneFailing: ['Todos os endpoints respondem.', 'Every endpoint answers.'],
  noneDisputed: ['Nenhuma contestação aberta.', 'No open dispute.'],
  noneCreated: ['Nenhuma cobrança parada na emissão.', 'No charge is stuck in issuance.'],
  count: (count: number) =>
    count > COUNTED_MAX
      ? (['Mais de 1.000', 'More than 1,000'] as const)
      : ([`${count}`, `${count}`] as const),
  all: (count: number) =>
    count > COUNTED_MAX
      ? (['Ver todos: mais de 1.000', 'View all: more than 1,000'] as const)
      : ([`Ver todos: ${count}`, `View all: ${count}`] as const),
  positions: ['Posições de todos os lojistas', 'Positions of every merchant'],
  now: ['Agora', 'Now'],
  today: ['Hoje', 'Today'],
  sevenDays: ['7 dias', '7 days'],
  total: ['Posição total', 'Total position'],
  payouts: ['Últimos repasses', 'Last payouts'],
  noPayouts: ['Nenhum repasse ainda.', 'No payouts yet.'],
  suspended: ['Lojistas com repasses suspensos', 'Merchants with suspended payouts'],
  noneSuspended: ['Nenhum repasse suspenso.', 'No payouts are suspended.'],
  verdict: ['Razão', 'Ledger'],
  sound: ['Confere', 'Balanced'],
  never: ['Ainda não verificada', 'Not verified yet'],
  findings: (count: number) => counted(count, ['# problema', '# problemas'], ['# finding', '# findings']),
  position: ['Posição', 'Position'],
  noneAnywhere: [
    'Salve os filtros de uma lista e eles aparecem aqui.',
    'Save the filters of a list and they appear here.',
  ],
} as const

export const viewPage: Record<ViewPage, Text> = {
  charges: pageNames.charges,
  cases: pageNames.cases,
  payouts: pageNames.payouts,
  statement: pageNames.statement,
  reconciliation: pageNames.reconciliation,
}
