import { Problem, type FieldFault, type ProblemCode } from '../kernel/problem.ts'

/** The status of each code (specification, errors). */
export const ERROR_STATUS: Record<ProblemCode, number> = {
  unauthorized: 401,
  forbidden: 403,
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

/** What each code says when its reason has no text of its own. */
const MESSAGES: Record<ProblemCode, string> = {
  unauthorized: 'Chave de API ausente, inválida, revogada ou expirada.',
  forbidden: 'A chave de API não tem permissão para esta operação.',
  not_found: 'O recurso pedido não foi encontrado.',
  method_not_allowed: 'O método HTTP não é aceito nesta rota.',
  conflict: 'A operação conflita com o estado atual.',
  idempotency_conflict: 'Esta Idempotency-Key já foi usada com outro conteúdo.',
  payload_too_large: 'O corpo da requisição passa de 64 KiB.',
  validation_error: 'A requisição tem campos inválidos; veja details.fields.',
  rate_limited: 'Limite de requisições excedido; aguarde o tempo indicado em Retry-After.',
  internal_error: 'Falha inesperada. Tente novamente e, se persistir, informe o correlation_id ao suporte.',
  provider_unavailable: 'A rede Pix está indisponível no momento.',
  service_unavailable: 'Instabilidade momentânea. Tente novamente com a mesma chave de idempotência.',
}

/** The same texts, for whoever describes the interface. */
export const ERROR_MESSAGES: ReadonlyMap<string, string> = new Map(Object.entries(MESSAGES))

const REASONS: Record<string, string> = {
  route_not_found: 'Esta rota não existe.',
  charge_not_found: 'Cobrança não encontrada.',
  webhook_endpoint_not_found: 'Endpoint de webhook não encontrado.',
  webhook_event_not_found: 'Evento não encontrado.',
  webhook_delivery_not_found: 'Entrega não encontrada.',
  webhook_replay_not_found: 'Reenvio não encontrado.',
  missing_scope: 'A chave de API não tem o escopo exigido por esta operação.',
  order_reference_in_use: 'Já existe uma cobrança para este order_reference.',
  webhook_endpoint_limit: 'O limite de 10 endpoints ativos foi atingido.',
  charge_not_cancellable: 'Somente cobranças pendentes podem ser canceladas.',
  issuance_unknown: 'A emissão desta cobrança ainda não foi confirmada pela rede Pix.',
  charge_not_refundable: 'Esta cobrança não pode ser devolvida no estado atual.',
  dispute_open: 'Há uma contestação aberta para esta cobrança.',
  refund_exceeds_remaining: 'O valor passa do que resta devolver desta cobrança.',
  refund_window_expired: 'O prazo de 90 dias para devolução terminou.',
  insufficient_balance: 'Saldo insuficiente para esta devolução.',
  invalid_json: 'O corpo da requisição não é um JSON válido em UTF-8.',
  unsupported_media_type: 'O corpo deve ser enviado como application/json.',
  invalid_cursor: 'O cursor foi alterado ou não pertence a esta lista.',
  cursor_filter_mismatch: 'Os filtros devem ser os mesmos em todas as páginas.',
  ssrf_blocked: 'A URL aponta para um endereço privado, local ou reservado.',
  processing_unavailable: 'A rede Pix está indisponível; nada foi criado. Tente novamente com a mesma chave.',
  account_not_enabled: 'O recebimento por Pix não está habilitado para esta conta.',
  request_in_progress: 'A primeira requisição com esta chave ainda está em andamento. Tente novamente.',
}

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

export interface ErrorAnswer {
  status: number
  headers: Record<string, string>
  body: { error: { code: ProblemCode; message: string; details: object; correlation_id: string } }
}

/** The one translation from a refusal to what a merchant reads. Anything that is no Problem shows nothing of itself. */
export function errorAnswer(error: unknown, correlationId: string): ErrorAnswer {
  const { code, details } = error instanceof Problem ? error : new Problem('internal_error')
  const shown = {
    ...(details.reason === undefined ? {} : { reason: details.reason }),
    ...(details.fields === undefined
      ? {}
      : { fields: details.fields.map((field) => ({ ...field, message: FIELD_MESSAGES[field.code] })) }),
  }
  return {
    status: ERROR_STATUS[code],
    headers: {
      ...(details.retryAfterSeconds === undefined
        ? {}
        : { 'retry-after': String(details.retryAfterSeconds) }),
      ...(details.allow === undefined ? {} : { allow: details.allow.join(', ') }),
    },
    body: {
      error: {
        code,
        message: REASONS[details.reason ?? ''] ?? MESSAGES[code],
        details: shown,
        correlation_id: correlationId,
      },
    },
  }
}
