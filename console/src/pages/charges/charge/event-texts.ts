import { counted } from '../../../lib/text.ts'

export const deliveries = {
  arrived: (count: number) =>
    counted(
      count,
      ['# endpoint recebeu', '# endpoints receberam'],
      ['# endpoint received it', '# endpoints received it'],
    ),
  onTheirWay: (count: number) =>
    counted(count, ['# a caminho', '# a caminho'], ['# on its way', '# on their way']),
  gaveUp: (count: number) => counted(count, ['# falhou', '# falharam'], ['# failed', '# failed']),
  nowhere: ['Não foi enviado a nenhum endpoint.', 'The event was not sent to any endpoint.'],
  deliveryTo: (url: string) => [`Entrega para ${url}`, `Delivery to ${url}`] as const,
} as const
