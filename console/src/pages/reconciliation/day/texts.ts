import { counted, type Text } from '../../../lib/text.ts'
import type { ComparedKind, DaySummary } from './compared-rows.ts'

type DayResult = DaySummary['result']

/** Texts of the reconciliation of a day. */
export const dayTexts = {
  title: ['Conciliação do dia', 'Daily reconciliation'],
  exportDay: ['Exportar o dia', 'Export the day'],
  date: ['Dia', 'Day'],
  movement: ['Movimento', 'Activity'],
  count: ['Quantidade nos registros', 'Count in our records'],
  journal: ['Nos registros', 'In our records'],
  other: ['Comparado com', 'Compared with'],
  difference: ['Diferença', 'Difference'],
  clocks: [
    'Pagamentos e devoluções contam no dia do lançamento; repasses, no dia da transferência; sempre no horário de São Paulo. A conferência do dia termina às 06:00 do dia seguinte.',
    'Payments and refunds count on the posting day, payouts on the transfer day, always in São Paulo time. A day’s check ends at 06:00 the next day.',
  ],
  later: (count: number, amount: string): Text =>
    counted(
      count,
      [
        `A rede confirmou # deles depois do fim do dia (${amount}).`,
        `A rede confirmou # deles depois do fim do dia (${amount}).`,
      ],
      [
        `The network confirmed # of them after the end of the day (${amount}).`,
        `The network confirmed # of them after the end of the day (${amount}).`,
      ],
    ),
  closed: (count: number): Text =>
    counted(
      count,
      ['# divergência deste dia já foi encerrada.', '# divergências deste dia já foram encerradas.'],
      ['# exception from this day is already closed.', '# exceptions from this day are already closed.'],
    ),
} as const

/** Names of the kinds of records that the page compares. */
export const comparedName: Record<ComparedKind, Text> = {
  payments: ['Pagamentos recebidos', 'Payments received'],
  returns: ['Devoluções', 'Refunds'],
  payouts: ['Repasses', 'Payouts'],
}

/** Names of the records with which the page compares the ledger, by kind. */
export const otherSide: Record<ComparedKind, Text> = {
  payments: ['Na rede Pix', 'At the Pix network'],
  returns: ['Na rede Pix', 'At the Pix network'],
  payouts: ['Nas transferências', 'In the transfers'],
}

/** The short text for the result of the reconciliation of a day. */
export const dayResult: Record<DayResult, Text> = {
  matches: ['Confere', 'Reconciled'],
  differs: ['Não confere', 'Not reconciled'],
  open: ['Dia em aberto', 'Day not closed'],
  unlisted: ['Sem a lista da rede', 'No network list yet'],
}

/** The colour of the result of the reconciliation of a day. */
export const DAY_TONE = {
  matches: 'success',
  differs: 'danger',
  open: 'neutral',
  unlisted: 'warning',
} as const satisfies Record<DayResult, string>

type Facts = { openCount: number; isEmpty: boolean }

/** The sentences that say whether the journal of a day matches the other records. */
export const resultTexts: Record<DayResult, (day: Text, facts: Facts) => Text> = {
  matches: ([ptBr, en], { isEmpty }) =>
    isEmpty
      ? [
          `${ptBr} confere: não houve movimento no razão, na rede Pix nem nos repasses.`,
          `${en} is reconciled: nothing moved in the ledger, at the Pix network or in payouts.`,
        ]
      : [
          `${ptBr} confere: o razão, a rede Pix e os repasses dizem o mesmo.`,
          `${en} is reconciled: the ledger, the Pix network and the payouts agree.`,
        ],
  differs: ([ptBr, en], { openCount }) => {
    if (openCount === 0)
      return [
        `${ptBr} não confere: a rede Pix ainda não confirmou tudo o que o razão tem.`,
        `${en} is not reconciled: the Pix network has not confirmed everything in the ledger.`,
      ]
    const [countPtBr, countEn] = counted(
      openCount,
      ['# divergência deste dia em aberto', '# divergências deste dia em aberto'],
      ['# open exception from this day', '# open exceptions from this day'],
    )
    return [
      `${ptBr} não confere: ${countPtBr}. A lista abaixo tem as de todos os dias e marca as deste.`,
      `${en} is not reconciled: ${countEn}. The list below has the exceptions from all days and marks those from this day.`,
    ]
  },
  open: ([ptBr, en]) => [
    `${ptBr} ainda não fechou: os valores abaixo podem mudar até as 06:00 do dia seguinte.`,
    `${en} is not closed yet: the amounts below can change until 06:00 the next day.`,
  ],
  unlisted: ([ptBr, en]) => [
    `Ainda não se sabe se ${ptBr} confere: a lista de pagamentos da rede Pix não chegou até o fim do dia.`,
    `It is not yet known whether ${en} is reconciled: the Pix network’s payment list does not reach the end of the day.`,
  ],
}
