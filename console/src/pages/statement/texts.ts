import { counted, type Text } from '../../lib/text.ts'
import type { NoChangesReason } from './day-changes.ts'
import type { Clock } from './search.ts'

/** Texts that only the exported file contains. */
export const exported = {
  line: ['Linha', 'Line'],
} as const

export const clockName: Record<Clock, Text> = {
  posting: ['Data do lançamento', 'Posting date'],
  fact: ['Data do fato', 'Effective date'],
}

export const clockNote: Record<Clock, Text> = {
  posting: [
    'Período e ordem pela data do lançamento no razão, o mais recente primeiro. O saldo final é a posição total da página Saldo no mesmo dia. Bloqueado inclui os pagamentos retidos.',
    'Period and order follow the ledger’s posting date, newest first. The closing balance is the total position on the Balance page for the same day. Blocked includes held payments.',
  ],
  fact: [
    'Período e ordem pela data do fato, o mais recente primeiro, mesmo que o lançamento tenha sido feito depois. Saldos existem só por data do lançamento. Bloqueado inclui os pagamentos retidos.',
    'Period and order follow the effective date, newest first, even if an entry was posted later. Balances exist only by posting date. Blocked includes held payments.',
  ],
}

export const summary = {
  title: ['Resumo do período', 'Period summary'],
  balances: ['Saldos do período', 'Period balances'],
  opening: ['Saldo inicial', 'Opening balance'],
  closing: ['Saldo final', 'Closing balance'],
  openingAt: (when: string) => [`Saldo inicial em ${when}`, `Opening balance, ${when}`] as const,
  closingAt: (when: string) => [`Saldo final em ${when}`, `Closing balance, ${when}`] as const,
  movement: ['Movimento', 'Net change'],
  byPosition: ['Por posição', 'By position'],
  byKind: ['Por tipo de lançamento', 'By entry type'],
  kind: ['Tipo de lançamento', 'Entry type'],
  lines: ['Linhas', 'Lines'],
  fees: ['Tarifas, menos as devolvidas', 'Fees, net of returned fees'],
  effect: ['Efeito no saldo', 'Effect on the balance'],
  none: ['Nenhum lançamento no período', 'No entries in the period'],
  moved: (cents: bigint, moved: string, opening: string, closing: string): Text =>
    cents === 0n
      ? [`O saldo não mudou: ${closing}.`, `The balance did not change: ${closing}.`]
      : cents < 0n
        ? [
            `O saldo caiu ${moved}: de ${opening} para ${closing}.`,
            `The balance fell by ${moved}: from ${opening} to ${closing}.`,
          ]
        : [
            `O saldo subiu ${moved}: de ${opening} para ${closing}.`,
            `The balance rose by ${moved}: from ${opening} to ${closing}.`,
          ],
  movedByFact: (cents: bigint, moved: string): Text =>
    cents === 0n
      ? [
          'Os fatos do período não mudam o saldo.',
          'The entries effective in this period do not change the balance.',
        ]
      : cents < 0n
        ? [
            `Os fatos do período reduzem o saldo em ${moved}.`,
            `The entries effective in this period reduce the balance by ${moved}.`,
          ]
        : [
            `Os fatos do período aumentam o saldo em ${moved}.`,
            `The entries effective in this period increase the balance by ${moved}.`,
          ],
  cause: (cents: bigint, [ptBr, en]: Text, amount: string): Text =>
    cents < 0n
      ? [`Maior saída: ${ptBr} (${amount}).`, `Largest outflow: ${en} (${amount}).`]
      : [`Maior entrada: ${ptBr} (${amount}).`, `Largest inflow: ${en} (${amount}).`],
} as const

/** Says why the list shows no changes by day. */
export const noDayChanges: Record<NoChangesReason, Text> = {
  fact: [
    'A variação por dia existe só por data do lançamento.',
    'Daily changes are available only by posting date.',
  ],
  entry: [
    'A lista começa em um lançamento e por isso não mostra a variação por dia.',
    'The list starts at an entry, so it does not show daily changes.',
  ],
  hours: [
    'A variação por dia existe só para dias inteiros.',
    'Daily changes are available only for whole days.',
  ],
  long: [
    'A variação por dia existe só para períodos de até um ano.',
    'Daily changes are available only for periods of up to a year.',
  ],
}

export const statement = {
  periodSum: (amount: string, lines: number) =>
    counted(
      lines,
      [`Soma do período: ${amount}, em # linha.`, `Soma do período: ${amount}, em # linhas.`],
      [`Period total: ${amount}, in # line.`, `Period total: ${amount}, in # lines.`],
    ),
  shown: (lines: number) =>
    counted(lines, ['# linha exibida', '# linhas exibidas'], ['# line shown', '# lines shown']),
  order: ['Pedido', 'Order'],
  title: ['Extrato', 'Statement'],
  balanceAfter: ['Saldo da posição', 'Position balance'],
  payout: ['Repasse', 'Payout'],
  journal: ['Código do lançamento', 'Journal ID'],
  fromNewest: ['Ver desde o mais recente', 'Start from the newest'],
  defaultWindow: ['Mostrando os últimos 30 dias', 'Showing the last 30 days'],
  clock: ['Período por', 'Period by'],
  fact: ['Fato em', 'Effective'],
  dayChange: ['Variação do saldo no dia', 'Daily balance change'],
  positionChange: ([ptBr, en]: Text) => [`Variação no dia: ${ptBr}`, `Daily change: ${en}`] as const,
  emptyTitle: ['Nenhum lançamento ainda', 'No entries yet'],
  emptyBody: [
    'O extrato começa com o primeiro pagamento recebido pelo lojista.',
    'The statement begins with the first payment the merchant receives.',
  ],
} as const
