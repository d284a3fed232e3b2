import { counted, type Text } from '../../../lib/text.ts'

export const endpointPerformance = {
  title: ['Desempenho', 'Performance'],
  byHour: ['Entregas por hora', 'Deliveries by hour'],
  byDay: ['Entregas por dia', 'Deliveries by day'],
  lastDay: ['Voltar às últimas 24 horas', 'Back to the last 24 hours'],
  attemptsChart: ['Tentativas', 'Attempts'],
  latencyChart: ['Duração das tentativas com sucesso', 'Duration of successful attempts'],
  noSuccess: (period: string) =>
    [
      `Nenhuma tentativa com sucesso no período: ${period}.`,
      `No successful attempts in this period: ${period}.`,
    ] as const,
  succeeded: ['Tentativas com sucesso', 'Successful attempts'],
  failed: ['Tentativas com falha', 'Failed attempts'],
  nothing: (period: string) =>
    [`Nenhuma tentativa no período: ${period}.`, `No attempts in this period: ${period}.`] as const,
  period: ['Período', 'Period'],
  rate: ['Sucesso', 'Success'],
  median: ['p50', 'p50'],
  most: ['p95', 'p95'],
  upTo: (ms: number) => [`≤ ${ms} ms`, `≤ ${ms} ms`] as const,
  attempts: (count: number) => counted(count, ['# tentativa', '# tentativas'], ['# attempt', '# attempts']),
  errors: ['Falhas nas últimas 24 horas', 'Failures in the last 24 hours'],
  none: ['Nenhuma falha nas últimas 24 horas.', 'No failures in the last 24 hours.'],
  hoursNote: (zone: string) => [`Horas no fuso ${zone}`, `Hours in the ${zone} time zone`] as const,
} as const

/** Names of periods, by the length of the period in hours. */
export const periodName: Readonly<Record<number, Text>> = {
  2: ['Últimas 2 h', 'Last 2 h'],
  24: ['Últimas 24 h', 'Last 24 h'],
  168: ['Últimos 7 dias', 'Last 7 days'],
}
