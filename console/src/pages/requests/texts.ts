import { counted, type Text } from '../../lib/text.ts'

export const requests = {
  title: ['Chamadas da API', 'API calls'],
  description: [
    'Chamadas da API nos últimos 30 dias. Os valores enviados não são guardados.',
    'API calls of the last 30 days. The values sent are not stored.',
  ],
  withoutMerchant: [
    'Chamadas sem uma chave válida aparecem só com “Todos os lojistas”.',
    'Calls without a valid key appear only with “All merchants”.',
  ],
  details: ['Detalhes da chamada', 'Call details'],
  route: ['Rota', 'Route'],
  when: ['Quando', 'When'],
  status: ['Status', 'Status'],
  code: ['Código do erro', 'Error code'],
  reason: ['Regra violada', 'Violated rule'],
  merchant: ['Lojista', 'Merchant'],
  key: ['Chave', 'Key'],
  keyId: ['Id da chave', 'Key ID'],
  correlation: ['Id de correlação', 'Correlation ID'],
  duration: ['Duração', 'Duration'],
  durationMs: ['Duração (ms)', 'Duration (ms)'],
  parameters: ['Parâmetros', 'Parameters'],
  idempotency: ['Idempotência', 'Idempotency'],
  fields: ['Campos inválidos', 'Invalid fields'],
  field: ['Campo', 'Field'],
  fault: ['Falha', 'Problem'],
  noFields: ['A chamada não teve campos inválidos.', 'The call had no invalid fields.'],
  show: ['Resultado', 'Result'],
  onlyFailed: ['Falharam', 'Failed'],
  all: ['Todas', 'All'],
  failed: ['Só as que falharam', 'Only failed calls'],
  noFailures: ['Nenhuma chamada falhou', 'No failed calls'],
  noFailuresBody: [
    'Nenhuma chamada com estes filtros falhou nos últimos 30 dias. “Todas” mostra também as que deram certo.',
    'No calls with these filters failed in the last 30 days. “All” also shows the successful calls.',
  ],
  today: ['Falhas de hoje', 'Today’s failures'],
  noneToday: ['Nenhuma chamada falhou hoje.', 'No calls failed today.'],
  failedToday: (count: number): Text =>
    counted(
      count,
      ['# chamada falhou hoje', '# chamadas falharam hoje'],
      ['# call failed today', '# calls failed today'],
    ),
  newestOnly: [
    'Só as 10.000 falhas mais recentes são contadas.',
    'Only the latest 10,000 failures are counted.',
  ],
  error: ['Erro', 'Error'],
  count: ['Chamadas', 'Calls'],
  last: ['Última', 'Last'],
  emptyTitle: ['Nenhuma chamada', 'No calls'],
  emptyBody: ['Nenhuma chamada combina com os filtros.', 'No calls match the filters.'],
} as const

/** Texts that say what the API did because of the idempotency key of a call, by the code of the API. */
export const idempotencyResult: Readonly<Record<string, Text>> = {
  first: ['Executada', 'Executed'],
  replayed: ['Repetiu uma chamada anterior', 'Replayed an earlier call'],
  conflict: ['Chave usada com outro conteúdo', 'Key used with different content'],
}

/** The meanings of the codes of failed calls, by code. */
const ERROR_NAMES: Readonly<Record<string, Text>> = {
  validation_error: ['Campos inválidos', 'Invalid fields'],
  unauthorized: ['Sem chave válida', 'No valid key'],
  forbidden: ['Chave sem permissão', 'Key without permission'],
  not_found: ['Registro ou rota inexistente', 'Unknown record or route'],
  method_not_allowed: ['Método não aceito', 'Method not accepted'],
  conflict: ['Não permitido na situação atual', 'Not allowed in the current state'],
  idempotency_conflict: [
    'Chave de idempotência com outro conteúdo',
    'Idempotency key with different content',
  ],
  payload_too_large: ['Corpo grande demais', 'Body too large'],
  rate_limited: ['Limite de chamadas excedido', 'Rate limit exceeded'],
  internal_error: ['Erro interno do serviço', 'Internal service error'],
  provider_unavailable: ['PSP indisponível', 'PSP unavailable'],
  service_unavailable: ['Serviço indisponível', 'Service unavailable'],
}

const notFound = {
  route: ['Rota inexistente', 'Unknown route'],
  record: ['Registro inexistente', 'Unknown record'],
} as const

/** The codes of failed calls, for the filter. */
export const ERROR_CODES = Object.keys(ERROR_NAMES)

/** Returns the meaning of an error code, followed by the code. The reason tells the causes of `not_found` apart. */
export function errorName(code: string, reason: string | null = null): Text {
  const isExplained = code === 'not_found' && reason !== null
  const name = isExplained ? notFound[reason === 'route_not_found' ? 'route' : 'record'] : ERROR_NAMES[code]
  return name ? [`${name[0]} (${code})`, `${name[1]} (${code})`] : [code, code]
}
