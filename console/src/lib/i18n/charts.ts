/** Around charts. */
export const charts = {
  chart: ['Gráfico', 'Chart'],
  table: ['Tabela', 'Table'],
  day: ['Dia', 'Day'],
} as const
