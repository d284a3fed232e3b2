import { gone } from '../../lib/i18n/webhooks/attempts.ts'
import { counted, COUNTED_MAX, type Text } from '../../lib/text.ts'

/** Texts that only the exported file contains. */
export const exported = {
  lagSeconds: ['Atraso (s)', 'Lag (s)'],
  replayed: ['Reenviadas', 'Replayed'],
  matched: ['Encontradas', 'Found'],
  replaysFailed: ['Com falha', 'Failed'],
  withOff: ['Também os excluídos', 'Including removed'],
  endpoint: ['Endpoint', 'Endpoint'],
} as const

export const webhooks = {
  title: ['Webhooks', 'Webhooks'],
  description: [
    'Para onde os eventos do lojista são enviados, e como cada endereço vem respondendo.',
    'Where the merchant’s events are sent, and how each address has been responding.',
  ],
  fleetDescription: [
    'Os endpoints de todos os lojistas, os que falham primeiro. Escolha um lojista para registrar outro.',
    'All merchants’ endpoints, failing ones first. Choose a merchant to register another.',
  ],
  merchant: ['Lojista', 'Merchant'],
  lag: ['Mais antiga sem entrega', 'Oldest undelivered'],
  test: ['Testar', 'Test'],
  tested: (answer: string, ms: number) =>
    [`Resposta: ${answer}, em ${ms} ms`, `Response: ${answer}, in ${ms} ms`] as const,
  enable: ['Reativar', 'Enable'],
  enabled: ['Endpoint reativado', 'Endpoint enabled'],
  isOff: ['O endpoint foi excluído', 'The endpoint was removed'],
  rotate: ['Trocar segredo', 'Rotate secret'],
  register: ['Registrar endpoint', 'Register endpoint'],
  registerTitle: ['Registrar endpoint', 'Register an endpoint'],
  url: ['URL do endpoint', 'Endpoint URL'],
  urlHint: ['Endereço HTTPS público, de 10 a 2000 caracteres', 'Public HTTPS address, 10 to 2000 characters'],
  urlInvalid: ['Informe um endereço https:// público', 'Enter a public https:// address'],
  purpose: ['Descrição', 'Description'],
  purposeHint: [
    'Opcional: para que serve, até 140 caracteres',
    'Optional: what it is for, up to 140 characters',
  ],
  events: ['Eventos', 'Events'],
  eventsHint: [
    'Nenhum marcado significa todos, inclusive os futuros',
    'If none is selected, all events are sent, including future ones',
  ],
  allEvents: ['Todos os eventos', 'All events'],
  secret: ['Segredo de assinatura', 'Signing secret'],
  secretTitle: ['Guarde o segredo de assinatura', 'Save the signing secret'],
  secretHint: [
    'Com ele o lojista confere a assinatura de cada entrega. A chave é o texto inteiro, com o prefixo.',
    'The merchant uses it to check the signature of each delivery. The key is the whole text, including the prefix.',
  ],
  endpoint: ['Endpoint', 'Endpoint'],
  health: ['Saúde', 'Health'],
  lastDay: ['Últimas 24 h', 'Last 24 h'],
  delivered: (count: number) => counted(count, ['# entregue', '# entregues'], ['# delivered', '# delivered']),
  failures: (count: number) => counted(count, ['# falha', '# falhas'], ['# failure', '# failures']),
  inQueue: ['Na fila', 'In the queue'],
  lastSuccess: ['Última entrega', 'Last success'],
  lastFailure: ['Última falha', 'Last failure'],
  lastError: ['Último erro', 'Last error'],
  successes24h: ['Entregues em 24 h', 'Delivered in 24 h'],
  failures24h: ['Falhas em 24 h', 'Failures in 24 h'],
  errors24h: ['Falha mais comum', 'Most common failure'],
  consecutive: ['Falhas seguidas', 'Consecutive failures'],
  failingSince: ['Falhando desde', 'Failing since'],
  pausedBody: [
    'Ao fim da pausa, uma única tentativa decide se o endpoint volta. Se voltar, as que aguardam saem sozinhas. “Reativar” não espera o fim da pausa; “Reativar e reenviar” também adianta as que aguardam.',
    'After the pause, a single attempt decides whether the endpoint resumes. If it does, waiting deliveries are sent automatically. “Enable” does not wait for the end of the pause; “Enable and replay” also sends the waiting deliveries sooner.',
  ],
  lastAnswer: (answer: Text) => [`Última resposta: ${answer[0]}.`, `Last response: ${answer[1]}.`] as const,
  failingBody: (answer: Text) =>
    [
      `Última resposta: ${answer[0]}. O serviço continua tentando: quando ele voltar, o que aguarda sai sozinho.`,
      `Last response: ${answer[1]}. The service keeps trying. When the endpoint recovers, waiting deliveries are sent automatically.`,
    ] as const,
  disabledBody: ['Os eventos novos ficam guardados como não enviados.', 'New events are stored as skipped.'],
  undelivered: (count: number) =>
    count > COUNTED_MAX
      ? ([
          'Mais de 1.000 entregas falharam ou não foram enviadas.',
          'More than 1,000 deliveries failed or were skipped.',
        ] as const)
      : counted(
          count,
          ['# entrega falhou ou não foi enviada.', '# entregas falharam ou não foram enviadas.'],
          ['# delivery failed or was skipped.', '# deliveries failed or were skipped.'],
        ),
  nextAttempt: ['Próxima tentativa', 'Next attempt'],
  oldestPending: ['Mais antiga na fila', 'Oldest in the queue'],
  created: ['Registrado em', 'Registered'],
  secretEnds: ['Segredo termina em', 'Secret ends with'],
  id: ['Identificador', 'ID'],
  details: ['Detalhes', 'Details'],
  showOff: (count: number) =>
    counted(
      count,
      ['Mostrar # endpoint excluído', 'Mostrar # endpoints excluídos'],
      ['Show # removed endpoint', 'Show # removed endpoints'],
    ),
  hideOff: (count: number) =>
    counted(
      count,
      ['Ocultar # endpoint excluído', 'Ocultar # endpoints excluídos'],
      ['Hide # removed endpoint', 'Hide # removed endpoints'],
    ),
  waiting: (count: number) =>
    counted(
      count,
      ['# entrega aguarda', '# entregas aguardam'],
      ['# delivery waiting', '# deliveries waiting'],
    ),
  waitingSince: ['a mais antiga foi criada', 'the oldest was created'],
  resumesAt: ['Próxima tentativa do endpoint', 'Next endpoint attempt'],
  attemptNow: ['Uma tentativa está em andamento.', 'An attempt is in progress.'],
  attemptWithEvent: [
    'A próxima tentativa será com o próximo evento.',
    'The next attempt will be with the next event.',
  ],
  disableAt: ['Sem sucesso, será desativado a partir de', 'If it keeps failing, it will be disabled after'],
  disabledAt: ['Desativado em', 'Disabled on'],
  by: ([ptBr, en]: Text) => [`por ${ptBr}`, `by ${en}`] as const,
  byService: ['automaticamente, pelo serviço', 'automatically, by the service'],
  noWait: ['Sem espera', 'None'],
  emptyTitle: ['Nenhum endpoint registrado', 'No endpoints registered'],
  emptyBody: [
    'Registre um endereço HTTPS do lojista para que ele saiba dos pagamentos na hora.',
    'Register one of the merchant’s HTTPS addresses so that it learns of payments right away.',
  ],
  turnOff: ['Excluir de vez', 'Remove permanently'],
  turnOffTitle: ['Excluir endpoint de vez?', 'Remove the endpoint permanently?'],
  missingTitle: ['Endpoint não encontrado', 'Endpoint not found'],
  missingBody: [
    'Ele não existe ou é de outro lojista.',
    'The endpoint does not exist or belongs to another merchant.',
  ],
} as const

export const disabledReason: Readonly<Record<string, Text>> = {
  failing: ['Falhou por 5 dias seguidos.', 'The endpoint failed for 5 days in a row.'],
  gone,
  manual: ['Foi desativado no console ou pela API.', 'It was disabled in the console or through the API.'],
}

export const deliveries = {
  title: ['Entregas', 'Deliveries'],
  event: ['Evento', 'Event'],
  id: ['Id da entrega', 'Delivery ID'],
  status: ['Situação', 'Status'],
  answer: ['Resposta', 'Response'],
  error: ['Falha', 'Failure'],
  attempts: ['Tentativas', 'Attempts'],
  order: ['Pedido', 'Order'],
  created: ['Criada', 'Created'],
  next: ['Próxima', 'Next'],
  noMore: [
    'Não haverá nova tentativa, salvo um reenvio.',
    'There will be no further attempts unless you replay it.',
  ],
  emptyTitle: ['Nenhuma entrega ainda', 'No deliveries yet'],
  emptyBody: [
    'Elas aparecem quando o primeiro evento acontecer.',
    'Deliveries appear when the first event occurs.',
  ],
  details: ['Entrega', 'Delivery'],
} as const
