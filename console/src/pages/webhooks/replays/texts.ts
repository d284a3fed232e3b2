import { counted, type Text } from '../../../lib/text.ts'

export const replays = {
  start: ['Reenviar em lote', 'Replay in bulk'],
  startTitle: ['Reenviar todas de um filtro', 'Replay all deliveries of a filter'],
  body: [
    'Os mesmos eventos, com assinatura nova, um a um, sem atrasar os que estão chegando.',
    'The same events with a new signature, one at a time, without delaying new events.',
  ],
  period: ['Eventos ocorridos', 'Events that happened'],
  status: ['Situação', 'Status'],
  missed: ['Não entregues e não enviadas', 'Failed and skipped'],
  waiting: ['Na fila, agora', 'Queued deliveries, at once'],
  failed: ['Não entregues', 'Failed'],
  skipped: ['Não enviadas', 'Skipped'],
  succeeded: ['Entregues (de novo)', 'Succeeded (once more)'],
  all: ['Todas, também as entregues', 'All deliveries, also succeeded ones'],
  events: [
    'Tudo o que não recebeu, também eventos nunca enviados',
    'All events not received, including events never sent',
  ],
  eventsHint: [
    'Para um endpoint novo: inclui os eventos de antes do cadastro, dos tipos que ele assina.',
    'For a new endpoint: includes events from before it was registered, of the types it subscribes to.',
  ],
  allEvents: ['Todos os eventos, também os entregues', 'All events, also delivered ones'],
  event: ['Evento', 'Event'],
  everyEvent: ['Todos os eventos', 'Every event'],
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
  again: ['Reenviar o que não chegou', 'Replay what did not arrive'],
  resume: ['Reativar e reenviar', 'Enable and replay'],
  resumeBody: [
    'O endpoint volta a receber, e o que aguardava sai de novo, um a um.',
    'The endpoint receives again, and what waited is sent again, one at a time.',
  ],
  resumed: ['Endpoint reativado e reenvio iniciado', 'Endpoint enabled and replay started'],
  tooMany: [
    'Há mais do que um reenvio aceita. Escolha um período menor.',
    'There are more deliveries than one replay takes. Choose a shorter period.',
  ],
  started: ['Reenvio iniciado', 'Replay started'],
  progress: ['Andamento', 'Progress'],
  told: (ended: number, matched: number) =>
    counted(
      matched,
      [`${ended} de # reenviada`, `${ended} de # reenviadas`],
      [`${ended} of # replayed`, `${ended} of # replayed`],
    ),
  failures: (count: number) => counted(count, ['# falha', '# falhas'], ['# failure', '# failures']),
  what: ['Filtro', 'Filter'],
  created: ['Iniciado em', 'Started'],
  ended: ['Concluído em', 'Ended'],
  pageDescription: [
    'Cada reenvio do lojista com o seu andamento. Um novo começa na página do endpoint.',
    'Each of the merchant’s replays with its progress. A new replay begins on the endpoint’s page.',
  ],
  emptyTitle: ['Nenhum reenvio em lote', 'No bulk replay'],
  emptyBody: [
    'Depois de uma queda do recebedor, reenvie de uma vez tudo o que ele perdeu.',
    'After an outage of the receiver, replay everything it missed at once.',
  ],
} as const

export const replayStatus: Record<'completed' | 'running' | 'stopped', Text> = {
  running: ['Em andamento', 'Running'],
  completed: ['Concluído', 'Completed'],
  stopped: ['Interrompido: endpoint inativo', 'Stopped: the endpoint is not active'],
}
