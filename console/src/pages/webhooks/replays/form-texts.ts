import { counted, type Text } from '../../../lib/text.ts'

/** Texts that only the form of a bulk replay contains. The page loads the form when a person opens it. */
export const replayForm = {
  body: [
    'Os mesmos eventos, com assinatura nova, um a um, sem atrasar os que estão chegando.',
    'The same events with a new signature, one at a time, without delaying new events.',
  ],
  eventsHint: [
    'Para um endpoint novo: inclui os eventos de antes do cadastro, dos tipos que ele assina.',
    'For a new endpoint: includes events from before it was registered, of the types it subscribes to.',
  ],
  counting: ['Contando…', 'Counting…'],
  prefilled: [
    'O período e a situação já vêm preenchidos; mude-os se precisar.',
    'The period and the status are already filled in; change them if needed.',
  ],
  matched: (count: number, from: string, to: string) =>
    counted(
      count,
      [
        `Será reenviada a # entrega que corresponde a este filtro, de ${from} a ${to}.`,
        `Serão reenviadas todas as # entregas que correspondem a este filtro, de ${from} a ${to}.`,
      ],
      [
        `The # delivery matching this filter, from ${from} to ${to}, will be sent again.`,
        `All # deliveries matching this filter, from ${from} to ${to}, will be sent again.`,
      ],
    ),
  notSubscribed: (eventType: string) =>
    [
      `Nada corresponde: o endpoint não assina ${eventType}.`,
      `Nothing matches: the endpoint does not subscribe to ${eventType}.`,
    ] as const,
  noDelivery: [
    'Nada corresponde: nenhuma entrega deste endpoint foi criada neste período.',
    'Nothing matches: no delivery of this endpoint was created in this period.',
  ],
  nothing: (parts: Text) =>
    [
      `Nada corresponde. Neste período: ${parts[0]}.`,
      `Nothing matches. In this period: ${parts[1]}.`,
    ] as const,
  received: (count: number) => counted(count, ['# entregue', '# entregues'], ['# delivered', '# delivered']),
  queued: (count: number) => counted(count, ['# na fila', '# na fila'], ['# queued', '# queued']),
  notReceived: (count: number) =>
    counted(
      count,
      ['# não entregue ou não enviada', '# não entregues ou não enviadas'],
      ['# failed or skipped', '# failed or skipped'],
    ),
  resumeBody: [
    'O endpoint volta a receber, e o que aguardava sai de novo, um a um.',
    'The endpoint receives events again, and waiting deliveries are sent one at a time.',
  ],
  resumed: ['Endpoint reativado e reenvio iniciado', 'Endpoint enabled and replay started'],
  tooMany: [
    'Há mais do que um reenvio aceita. Escolha um período menor.',
    'There are more deliveries than one replay allows. Choose a shorter period.',
  ],
  started: ['Reenvio iniciado', 'Replay started'],
} as const
