import { isTransient } from '../kernel/jobs/transient-error.ts'
import { Problem, type FieldFault, type InvalidField, type ProblemCode } from '../kernel/problem.ts'

/** The HTTP status of each error code. */
export const ERROR_STATUS: Record<ProblemCode, number> = {
  unauthorized: 401,
  forbidden: 403,
  step_up_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  idempotency_conflict: 409,
  payload_too_large: 413,
  validation_error: 422,
  rate_limited: 429,
  internal_error: 500,
  provider_unavailable: 503,
  service_unavailable: 503,
}

/** The message for each code, for errors whose reason has no message. */
const MESSAGES: Record<ProblemCode, string> = {
  unauthorized: 'Chave de API ausente, inválida, revogada ou expirada. Envie Authorization: Bearer <chave>.',
  forbidden: 'A chave de API não tem permissão para esta operação.',
  step_up_required: 'A operação pede que a pessoa confirme a sua identidade de novo.',
  not_found: 'O recurso pedido não foi encontrado.',
  method_not_allowed: 'O método HTTP não é aceito nesta rota; veja o cabeçalho Allow.',
  conflict: 'A operação conflita com o estado atual do recurso.',
  idempotency_conflict: 'Esta Idempotency-Key já foi usada com outro conteúdo; nada foi executado.',
  payload_too_large: 'O corpo da requisição passa de 64 KiB.',
  validation_error: 'A requisição tem campos inválidos; veja details.fields.',
  rate_limited: 'Limite de requisições excedido; aguarde os segundos indicados no cabeçalho Retry-After.',
  internal_error: 'Falha inesperada. Tente novamente e, se persistir, informe o correlation_id ao suporte.',
  provider_unavailable: 'A rede Pix está indisponível no momento.',
  service_unavailable: 'Instabilidade momentânea. Tente novamente com a mesma Idempotency-Key.',
}

/** The messages by error code, for the OpenAPI description. */
export const ERROR_MESSAGES: ReadonlyMap<string, string> = new Map(Object.entries(MESSAGES))

/** Every error reason of the merchant API, with its error code and its message. */
const REASONS = {
  route_not_found: ['not_found', 'Esta rota não existe; confira o caminho.'],
  account_not_found: ['not_found', 'Conta não encontrada.'],
  api_key_not_found: ['not_found', 'Chave de API não encontrada.'],
  charge_not_found: ['not_found', 'Cobrança não encontrada nesta conta.'],
  dispute_not_found: ['not_found', 'Contestação não encontrada nesta conta.'],
  dispute_file_not_found: ['not_found', 'Arquivo não encontrado.'],
  webhook_endpoint_not_found: ['not_found', 'Endpoint de webhook não encontrado nesta conta.'],
  webhook_event_not_found: ['not_found', 'Evento não encontrado; eventos são guardados por 90 dias.'],
  webhook_delivery_not_found: ['not_found', 'Entrega de webhook não encontrada nesta conta.'],
  webhook_replay_not_found: ['not_found', 'Reenvio de webhooks não encontrado nesta conta.'],
  payout_not_found: ['not_found', 'Repasse não encontrado nesta conta; um repasse estornado deixa a lista.'],
  missing_scope: ['forbidden', 'A chave de API não tem o escopo exigido por esta operação.'],
  test_key_required: ['forbidden', 'Esta operação existe só no ambiente de teste: use uma chave svc_test_.'],
  charge_not_payable: [
    'conflict',
    'A rede de teste não aceita este pagamento: a cobrança não está pendente, ou late pede uma cobrança expirada.',
  ],
  charge_not_disputable: [
    'conflict',
    'A rede de teste contesta uma vez o pagamento de uma cobrança paga que ainda não foi toda devolvida.',
  ],
  test_clock_limit: ['conflict', 'O relógio de teste fica no máximo 3.650 dias à frente da hora real.'],
  order_reference_in_use: [
    'conflict',
    'Já existe uma cobrança com este order_reference; consulte-a na lista de cobranças.',
  ],
  webhook_endpoint_limit: [
    'conflict',
    'O limite de 10 endpoints ativos foi atingido; desligue um para cadastrar outro.',
  ],
  webhook_endpoint_disabled: ['conflict', 'O endpoint está desativado; reative-o antes de reenviar.'],
  delivery_in_progress: ['conflict', 'Esta entrega já está em andamento; aguarde o resultado.'],
  webhook_replay_running: [
    'conflict',
    'Já há um reenvio em andamento para este endpoint; aguarde o seu fim.',
  ],
  webhook_replay_too_large: [
    'validation_error',
    'O filtro encontra mais de 10.000 entregas; reduza o período ou os tipos de evento.',
  ],
  charge_not_cancellable: ['conflict', 'Somente cobranças pendentes podem ser canceladas.'],
  issuance_unknown: [
    'conflict',
    'A rede Pix ainda não confirmou a emissão desta cobrança; tente novamente em instantes.',
  ],
  charge_not_refundable: [
    'conflict',
    'Só cobranças pagas, com valor ainda não devolvido, podem ser devolvidas.',
  ],
  dispute_open: [
    'conflict',
    'Há uma contestação aberta para esta cobrança; a devolução depende da decisão dela.',
  ],
  dispute_not_open: ['conflict', 'Não há contestação aberta: ela já foi decidida, ou não foi aberta.'],
  evidence_deadline_passed: ['conflict', 'O prazo da defesa terminou; a decisão é da rede Pix.'],
  dispute_file_limit: ['conflict', 'A contestação já tem 10 arquivos.'],
  dispute_files_too_large: ['conflict', 'Os arquivos da contestação passariam de 50 MiB no total.'],
  return_in_progress: [
    'conflict',
    'Uma devolução deste pagamento está em andamento; tente novamente depois do fim dela.',
  ],
  refund_exceeds_remaining: [
    'conflict',
    'O valor passa do que resta devolver, contadas as devoluções em andamento.',
  ],
  refund_window_expired: ['conflict', 'O prazo de 90 dias após o pagamento para devolver terminou.'],
  insufficient_balance: ['conflict', 'O saldo da conta não cobre esta devolução.'],
  day_not_closed: [
    'conflict',
    'O dia ainda não fechou: a conciliação de um dia fica pronta às 06:00 do dia seguinte, no horário de São Paulo.',
  ],
  invalid_json: ['validation_error', 'O corpo da requisição não é um JSON válido em UTF-8.'],
  unsupported_media_type: [
    'validation_error',
    'O corpo deve ser enviado como application/json, sem compressão.',
  ],
  unsupported_file_type: [
    'validation_error',
    'Envie o arquivo como application/pdf, image/png ou image/jpeg, sem compressão.',
  ],
  file_too_large: ['payload_too_large', 'O arquivo passa de 10 MiB.'],
  file_empty: ['validation_error', 'O arquivo está vazio.'],
  file_type_mismatch: ['validation_error', 'O conteúdo do arquivo não é do tipo declarado em Content-Type.'],
  file_damaged: ['validation_error', 'O arquivo está incompleto ou danificado; salve-o de novo.'],
  file_has_other_content: [
    'validation_error',
    'O arquivo tem outro conteúdo depois do fim, ou é também um arquivo compactado; salve-o de novo.',
  ],
  image_too_large: ['validation_error', 'A imagem tem mais de 100 milhões de pixels; reduza-a.'],
  file_infected: ['validation_error', 'O antivírus encontrou um vírus no arquivo; ele não foi guardado.'],
  invalid_cursor: [
    'validation_error',
    'O cursor foi alterado ou não é desta lista; use next_cursor como foi recebido.',
  ],
  cursor_filter_mismatch: [
    'validation_error',
    'Os filtros devem ser os mesmos em todas as páginas; só o cursor muda.',
  ],
  ssrf_blocked: ['validation_error', 'A URL aponta para um endereço privado, local ou reservado.'],
  processing_unavailable: [
    'provider_unavailable',
    'A rede Pix está indisponível; nada foi alterado. Tente novamente com a mesma chave.',
  ],
  account_not_enabled: [
    'provider_unavailable',
    'O recebimento por Pix não está habilitado para esta conta; fale com o suporte.',
  ],
  sandbox_unavailable: [
    'service_unavailable',
    'O ambiente de teste está indisponível; o ambiente de produção não é afetado. Tente novamente em instantes.',
  ],
  request_in_progress: [
    'service_unavailable',
    'A primeira requisição com esta chave ainda está em andamento; repita em 1 segundo.',
  ],
  uploads_busy: [
    'service_unavailable',
    'Há muitos envios de arquivo ao mesmo tempo; tente novamente após os segundos de Retry-After.',
  ],
  scanner_unavailable: [
    'service_unavailable',
    'O antivírus está indisponível; o arquivo não foi guardado. Tente novamente com a mesma chave.',
  ],
  file_store_unavailable: [
    'service_unavailable',
    'O depósito de arquivos está indisponível. Tente novamente com a mesma chave.',
  ],
  network_listing_incomplete: [
    'service_unavailable',
    'A lista da rede Pix deste dia ainda não foi lida até o fim; tente novamente após os segundos de Retry-After.',
  ],
  payout_lines_pending: [
    'service_unavailable',
    'As linhas deste repasse ainda estão sendo apuradas; tente novamente após os segundos de Retry-After.',
  ],
} as const satisfies Record<string, readonly [ProblemCode, string]>
export type Reason = keyof typeof REASONS

export const codeOfReason = (reason: Reason): ProblemCode => REASONS[reason][0]

/** The messages by error reason, for the OpenAPI description. */
export const REASON_MESSAGES: ReadonlyMap<string, string> = new Map(
  Object.entries(REASONS).map(([reason, [, text]]) => [reason, text]),
)

const FIELD_MESSAGES: Record<FieldFault, string> = {
  required: 'Campo obrigatório.',
  unknown: 'Campo desconhecido.',
  type: 'Tipo inválido.',
  format: 'Formato inválido.',
  too_short: 'Menor que o mínimo permitido.',
  too_long: 'Maior que o máximo permitido.',
  out_of_range: 'Fora do intervalo permitido.',
  not_allowed: 'Valor não permitido.',
}

const presentField = ({ path, code, hint }: InvalidField) => ({
  path,
  code,
  message: hint === undefined ? FIELD_MESSAGES[code] : `${FIELD_MESSAGES[code]} ${hint}`,
})

export interface ErrorResponse {
  status: number
  headers: Record<string, string>
  body: { error: { code: ProblemCode; message: string; details: object; correlation_id: string } }
}

/**
 * Converts any thrown error into the response of the merchant API. A transient database error becomes
 * `service_unavailable`. Every other error that is not a Problem becomes `internal_error`, without details.
 */
export function errorResponse(error: unknown, correlationId: string): ErrorResponse {
  const { code, details } = problemOf(error)
  const shown = {
    ...(details.reason === undefined ? {} : { reason: details.reason }),
    ...(details.fields === undefined ? {} : { fields: details.fields.map(presentField) }),
    ...(details.disabledReason === undefined ? {} : { disabled_reason: details.disabledReason }),
  }
  return {
    status: ERROR_STATUS[code],
    headers: {
      ...(details.retryAfterSeconds === undefined
        ? {}
        : { 'retry-after': String(details.retryAfterSeconds) }),
      ...(details.allow === undefined ? {} : { allow: details.allow.join(', ') }),
      ...(code === 'unauthorized' ? { 'www-authenticate': 'Bearer' } : {}),
    },
    body: {
      error: {
        code,
        message: REASON_MESSAGES.get(details.reason ?? '') ?? MESSAGES[code],
        details: shown,
        correlation_id: correlationId,
      },
    },
  }
}

const RETRY_AFTER_SECONDS = 1

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (isTransient(error))
    return new Problem('service_unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  return new Problem('internal_error')
}
