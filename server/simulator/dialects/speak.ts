import { isUuid } from '../../src/kernel/ids.ts'
import {
  isRecord,
  jsonAnswer,
  parseJson,
  problemAnswer,
  refusedAnswer,
  type Answer,
  type Call,
  type Outcome,
} from '../calls.ts'
import { Refusal, refuse } from '../problems.ts'
import type { Match } from '../router.ts'
import type { Dialect, HeaderForm } from './dialect.ts'
import { STANDARD } from './dialects.ts'

/** A call with its dialect. The path of the call has the form that the router knows, without dialect and version. */
export interface SpokenCall {
  call: Call
  dialect: Dialect
  /** The version in the path of the call, such as `v2`. */
  version: string | undefined
}

const PATH = /^(?:\/dialects\/([a-z0-9-]+)(?=\/))?(?:\/api\/(v\d+)(?=\/))?(\/.*)$/

/**
 * Returns the call with its dialect: the one that the path names (`/dialects/efi/api/v2/cob/…`), otherwise `byDefault`.
 * @throws Refusal NaoEncontrado for an unknown dialect.
 */
export function readDialect(
  call: Call,
  byDefault: Dialect,
  dialects: Readonly<Record<string, Dialect>>,
): SpokenCall {
  const [, name, version, path] = PATH.exec(call.path) ?? []
  const dialect = name === undefined ? byDefault : dialects[name]
  if (dialect === undefined) throw new Refusal('NaoEncontrado')
  return { call: { ...call, path: path ?? call.path }, dialect, version }
}

/**
 * Refuses a call to API Pix in the same cases as the PSP of the dialect.
 * @param clientId the id of the client that got the token of the call
 * @throws Refusal
 */
export function checkDialect(spoken: SpokenCall, match: Match, clientId: string | undefined): void {
  const { call, dialect, version } = spoken
  const expected = match.route.path === '/cob/:txid' ? dialect.cobVersion : undefined
  // The standard dialect also serves API Pix at the root, as some PSPs do.
  if (version !== (expected ?? 'v2') && (dialect !== STANDARD || version !== undefined))
    throw new Refusal('NaoEncontrado', [], 'gateway')
  for (const name of dialect.query ?? []) {
    if ((call.query.get(name) ?? '') === '') throw new Refusal('AcessoNegado', [], 'gateway')
  }
  for (const [name, form] of Object.entries(dialect.headers ?? {})) {
    if (!isValid(form, call.header(name), call, clientId))
      throw refuse('RequisicaoInvalida', name, `O cabeçalho ${name} está ausente ou é inválido.`)
  }
  if (dialect.refusesMilliseconds !== true) return
  for (const name of ['inicio', 'fim']) {
    if (call.query.get(name)?.includes('.') === true)
      throw refuse('RequisicaoInvalida', name, `O parâmetro ${name} não aceita milissegundos.`)
  }
}

function isValid(
  form: HeaderForm,
  value: string | undefined,
  call: Call,
  clientId: string | undefined,
): boolean {
  if (value === undefined) return false
  if (form === 'uuid') return isUuid(value)
  return form === 'client_id' ? value === clientId : call.authorization === `Bearer ${value}`
}

/** Limits the number of items on a page to the maximum of the PSP. */
export function limitPage(dialect: Dialect, call: Call): Call {
  const name = 'paginacao.itensPorPagina'
  const max = dialect.pageItemsMax
  if (max === undefined || !(Number(call.query.get(name)) > max)) return call
  const query = new URLSearchParams(call.query)
  query.set(name, String(max))
  return { ...call, query }
}

/** Translates a successful answer of the standard into the dialect. */
export function translate(dialect: Dialect, match: Match, method: string, outcome: Outcome): Outcome {
  if (typeof outcome === 'string' || outcome.status >= 300) return outcome
  const { group = '' } = match.route
  const status = dialect.statuses?.[`${method} ${group}`] ?? outcome.status
  return { ...outcome, status, body: group === 'cob' ? renamed(dialect, outcome) : outcome.body }
}

function renamed({ cobMembers }: Dialect, { body }: Answer): string {
  if (cobMembers === undefined) return body
  const rename = (cob: unknown): unknown =>
    isRecord(cob)
      ? Object.fromEntries(Object.entries(cob).map(([name, value]) => [cobMembers[name] ?? name, value]))
      : cob
  const answer = parseJson(body)
  const cobs: unknown = isRecord(answer) ? answer['cobs'] : undefined
  return JSON.stringify(
    isRecord(answer) && Array.isArray(cobs) ? { ...answer, cobs: cobs.map(rename) } : rename(answer),
  )
}

/** Returns the answer for a refusal in the dialect's form of errors. */
export function refusalAnswer(dialect: Dialect, refusal: Refusal): Answer {
  const { status } = refusal
  if (dialect.errors !== 'erros') return problemAnswer(refusal)
  const { title, detail } = refusal.toProblem()
  if (refusal.origin === 'gateway' || status === 401 || status === 403 || status >= 500) {
    const error = { statusCode: status, error: title, message: detail, attributes: { error: detail } }
    return refusedAnswer(status, 'application/json', error)
  }
  const razoes = refusal.violacoes.map(({ razao }) => razao)
  const erros = (razoes.length === 0 ? [detail] : razoes).map((mensagem) => ({
    codigo: '4769515',
    versao: '1',
    mensagem,
    ocorrencia: 'CHOM00000062715498140101',
  }))
  return jsonAnswer(status, { erros })
}
