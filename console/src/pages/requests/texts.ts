import type { Text } from '../../lib/text.ts'

export const requests = {
  title: ['Chamadas da API', 'API calls'],
  description: [
    'As chamadas da API dos últimos 30 dias, sem nenhum valor enviado pelos lojistas.',
    'The calls of the API in the last 30 days, without any value that merchants sent.',
  ],
  details: ['Detalhes da chamada', 'Call details'],
  route: ['Rota', 'Route'],
  when: ['Quando', 'When'],
  status: ['Status', 'Status'],
  code: ['Código do erro', 'Error code'],
  merchant: ['Lojista', 'Merchant'],
  key: ['Chave', 'Key'],
  keyId: ['Id da chave', 'Key id'],
  correlation: ['Id de correlação', 'Correlation id'],
  duration: ['Duração', 'Duration'],
  durationMs: ['Duração (ms)', 'Duration (ms)'],
  parameters: ['Parâmetros', 'Parameters'],
  idempotency: ['Idempotência', 'Idempotency'],
  fields: ['Campos inválidos', 'Invalid fields'],
  field: ['Campo', 'Field'],
  fault: ['Falha', 'Fault'],
  noFields: ['A chamada não teve campos inválidos.', 'The call had no invalid fields.'],
  emptyTitle: ['Nenhuma chamada', 'No calls'],
  emptyBody: ['Nenhuma chamada combina com os filtros.', 'No call matches the filters.'],
} as const

/** The results of an idempotency key, by the code of the API. */
export const idempotencyResult: Readonly<Record<string, Text>> = {
  first: ['Executada', 'Executed'],
  replayed: ['Repetiu uma chamada anterior', 'Repeated an earlier call'],
  conflict: ['Chave usada com outro conteúdo', 'Key used with other content'],
}

/** The codes of refused calls, for the filter. */
export const ERROR_CODES = [
  'validation_error',
  'unauthorized',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'conflict',
  'idempotency_conflict',
  'payload_too_large',
  'rate_limited',
  'internal_error',
  'provider_unavailable',
  'service_unavailable',
] as const
