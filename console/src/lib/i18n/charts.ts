/** Around charts. */
export const charts = {
  chart: ['Gráfico', 'Chart'],
  table: ['Tabela', 'Table'],
  day: ['Dia', 'Day'],
  drag: ['Arraste no gráfico para escolher os dias', 'Drag on the chart to choose the days'],
} as const
