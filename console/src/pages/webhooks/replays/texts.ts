import { counted, type Text } from '../../../lib/text.ts'

export const replays = {
  start: ['Reenviar em lote', 'Replay in bulk'],
  startTitle: ['Reenviar todas de um filtro', 'Replay all deliveries that match a filter'],
  period: ['Eventos ocorridos', 'Events that occurred'],
  status: ['Situação', 'Status'],
  missed: ['Não entregues e não enviadas', 'Failed and skipped'],
  waiting: ['Na fila, agora', 'Queued deliveries, now'],
  failed: ['Não entregues', 'Failed'],
  skipped: ['Não enviadas', 'Skipped'],
  succeeded: ['Entregues (de novo)', 'Delivered (send again)'],
  all: ['Todas, também as entregues', 'All deliveries, including successful ones'],
  events: [
    'Tudo o que não recebeu, também eventos nunca enviados',
    'All events not received, including events never sent',
  ],
  allEvents: ['Todos os eventos, também os entregues', 'All events, including delivered ones'],
  event: ['Evento', 'Event'],
  everyEvent: ['Todos os eventos', 'All events'],
  again: ['Reenviar o que não chegou', 'Replay undelivered events'],
  resume: ['Reativar e reenviar', 'Enable and replay'],
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
  startedBy: ['Iniciado por', 'Started by'],
  by: (name: string) => [`por ${name}`, `by ${name}`] as const,
  ended: ['Concluído em', 'Ended'],
  pageDescription: [
    'Cada reenvio do lojista com o seu andamento. Um novo começa na página do endpoint.',
    'Each of the merchant’s replays with its progress. Start a new replay on the endpoint’s page.',
  ],
  emptyTitle: ['Nenhum reenvio em lote', 'No bulk replays'],
  emptyBody: [
    'Depois de uma queda do recebedor, reenvie de uma vez tudo o que ele perdeu.',
    'After a receiver outage, replay everything it missed at once.',
  ],
} as const

export const replayStatus: Record<'completed' | 'running' | 'stopped', Text> = {
  running: ['Em andamento', 'Running'],
  completed: ['Concluído', 'Completed'],
  stopped: ['Interrompido: endpoint inativo', 'Stopped: the endpoint is not active'],
}
