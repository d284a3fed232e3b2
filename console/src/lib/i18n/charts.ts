import { counted, type Text } from '../text.ts'
import type { Day } from '../time/day.ts'
import { rangeName } from './search/filters.ts'

export const charts = {
  chart: ['Gráfico', 'Chart'],
  table: ['Tabela', 'Table'],
  day: {
    name: ['Dia', 'Day'],
    drag: ['Arraste no gráfico para escolher os dias', 'Drag on the chart to choose the days'],
  },
  hour: {
    name: ['Hora', 'Hour'],
    drag: ['Arraste no gráfico para escolher as horas', 'Drag on the chart to choose the hours'],
  },
  tooLong: [
    'O gráfico mostra até 366 dias: escolha um período menor.',
    'The chart shows up to 366 days: choose a shorter period.',
  ],
  rows: (count: number) => counted(count, ['# linha', '# linhas'], ['# row', '# rows']),
  choose: ['Clique em uma linha para escolhê-la', 'Click a row to choose it'],
} as const

/** Returns the name of a day in a chart, and says of the current day that it has not ended. */
export function dayStepName(day: Day, today: Day): Text {
  const name = rangeName(`${day}..${day}`)
  return day === today ? [`${name[0]} (em andamento)`, `${name[1]} (in progress)`] : name
}
