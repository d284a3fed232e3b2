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
  choose: ['Clique em uma linha para escolhê-la', 'Click on a row to choose it'],
} as const
