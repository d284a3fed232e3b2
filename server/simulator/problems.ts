/** One violation of a request, as in API Pix. */
export interface Violacao {
  razao: string
  propriedade: string
  valor?: string
}

const INVALID_COB =
  'A requisição que busca alterar ou criar uma cobrança para pagamento imediato não respeita o schema ' +
  'ou está semanticamente errada.'
const INVALID_RETURN =
  'A presente requisição de devolução não respeita o schema ou não faz sentido semanticamente.'
const INVALID_QUERY = 'Os parâmetros de consulta não respeitam o schema ou não fazem sentido semanticamente.'
const INVALID_WEBHOOK =
  'A presente requisição busca criar um webhook sem respeitar o schema ou, ainda, com sentido semanticamente inválido.'

interface Kind {
  status: number
  title: string
  detail: string
}

const KINDS = {
  RequisicaoInvalida: { status: 400, title: 'Requisição inválida.', detail: 'Requisição inválida.' },
  NaoAutorizado: {
    status: 401,
    title: 'Não autorizado.',
    detail: 'Token de acesso ausente, inválido ou vencido.',
  },
  AcessoNegado: {
    status: 403,
    title: 'Acesso Negado.',
    detail: 'Requisição de participante autenticado que viola alguma regra de autorização.',
  },
  NaoEncontrado: { status: 404, title: 'Não Encontrado.', detail: 'Entidade não encontrada.' },
  MetodoNaoPermitido: {
    status: 405,
    title: 'Método não permitido.',
    detail: 'O recurso não aceita este método.',
  },
  Conflito: { status: 409, title: 'Conflito.', detail: 'O pedido contradiz o que a rede já guarda.' },
  ChamadasDemais: {
    status: 429,
    title: 'Chamadas em excesso.',
    detail: 'O limite de chamadas foi excedido.',
  },
  CorpoGrandeDemais: {
    status: 413,
    title: 'Corpo grande demais.',
    detail: 'O corpo excede o limite aceito.',
  },
  ErroInternoDoServidor: {
    status: 500,
    title: 'Erro interno.',
    detail: 'Condição inesperada ao processar requisição.',
  },
  ServicoIndisponivel: {
    status: 503,
    title: 'Serviço Indisponível.',
    detail: 'Serviço não está disponível no momento. Serviço solicitado pode estar em manutenção.',
  },
  CobNaoEncontrado: {
    status: 404,
    title: 'Cobrança não encontrada.',
    detail: 'Cobrança não encontrada para o txid informado.',
  },
  CobOperacaoInvalida: { status: 400, title: 'Cobrança inválida.', detail: INVALID_COB },
  CobConsultaInvalida: { status: 400, title: 'Consulta inválida.', detail: INVALID_QUERY },
  PixNaoEncontrado: {
    status: 404,
    title: 'Pix não encontrado.',
    detail: 'Pix não encontrado para o e2eid informado.',
  },
  PixConsultaInvalida: { status: 400, title: 'Consulta inválida.', detail: INVALID_QUERY },
  PixDevolucaoNaoEncontrada: {
    status: 404,
    title: 'Devolução não encontrada.',
    detail: 'Devolução representada por {id} não encontrada para o e2eid informado.',
  },
  PixDevolucaoInvalida: { status: 400, title: 'Devolução inválida.', detail: INVALID_RETURN },
  WebhookNaoEncontrado: {
    status: 404,
    title: 'Webhook não encontrado.',
    detail: 'O webhook denotado por {chave} não encontra-se estabelecido.',
  },
  WebhookOperacaoInvalida: { status: 400, title: 'Webhook inválido.', detail: INVALID_WEBHOOK },
  WebhookConsultaInvalida: { status: 400, title: 'Consulta inválida.', detail: INVALID_QUERY },
} as const satisfies Record<string, Kind>

export type RefusalKind = keyof typeof KINDS

/**
 * Thrown to refuse a request. The simulator answers in the form of the dialect, by default `application/problem+json`.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly kind: RefusalKind
  readonly status: number
  readonly violacoes: readonly Violacao[]
  /**
   * `api`: API Pix refuses the request. `gateway`: a gateway in front of API Pix refuses the request before the
   * simulator reads any record.
   */
  readonly origin: 'api' | 'gateway'

  constructor(kind: RefusalKind, violacoes: readonly Violacao[] = [], origin: 'api' | 'gateway' = 'api') {
    super(kind)
    this.origin = origin
    this.kind = kind
    this.status = KINDS[kind].status
    this.violacoes = violacoes
  }

  /** Returns the body as in API Pix (RFC 7807 with `violacoes`). */
  toProblem(): Record<string, unknown> {
    const { status, title, detail } = KINDS[this.kind]
    const problem = { type: `https://pix.bcb.gov.br/api/v2/error/${this.kind}`, title, status, detail }
    return this.violacoes.length === 0 ? problem : { ...problem, violacoes: this.violacoes }
  }
}

/** Returns a refusal with one violation. */
export const refuse = (kind: RefusalKind, propriedade: string, razao: string): Refusal =>
  new Refusal(kind, [{ razao, propriedade }])
