import { Refusal, type RefusalKind, type Violacao } from './problems.ts'

const SIZE_DEFAULT = 100
const SIZE_MAX = 1000
const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i

/** A time window that includes both ends, and one page of its items. */
export interface Window {
  inicio: string | undefined
  fim: string | undefined
  fromMs: number
  toMs: number
  page: number
  size: number
}

/** Reads `inicio`, `fim` and the page parameters. @throws Refusal with every violation. */
export function readWindow(query: URLSearchParams, kind: RefusalKind, ends: 'required' | 'optional'): Window {
  const violacoes: Violacao[] = []
  const inicio = query.get('inicio') ?? undefined
  const fim = query.get('fim') ?? undefined
  const fromMs = readTime(inicio, 'inicio', violacoes) ?? Number.MIN_SAFE_INTEGER
  const toMs = readTime(fim, 'fim', violacoes) ?? Number.MAX_SAFE_INTEGER
  if (ends === 'required') {
    if (inicio === undefined) violacoes.push(violation('inicio'))
    if (fim === undefined) violacoes.push(violation('fim'))
  }
  if (toMs < fromMs) violacoes.push({ razao: 'O parâmetro fim é anterior a inicio.', propriedade: 'fim' })
  if (query.has('cpf') && query.has('cnpj')) {
    violacoes.push({ razao: 'Ambos os parâmetros cpf e cnpj estão preenchidos.', propriedade: 'cpf' })
  }
  const page = readCount(query, 'paginacao.paginaAtual', 0, violacoes)
  const size = readCount(query, 'paginacao.itensPorPagina', SIZE_DEFAULT, violacoes)
  if (size < 1 || size > SIZE_MAX) violacoes.push(violation('paginacao.itensPorPagina'))
  if (violacoes.length > 0) throw new Refusal(kind, violacoes)
  return { inicio, fim, fromMs, toMs, page, size }
}

/** Returns one page of a list and its `parametros` as in API Pix. */
export function pageOf<T>(items: readonly T[], window: Window, filters: Record<string, unknown>) {
  const { page, size } = window
  return {
    items: items.slice(page * size, (page + 1) * size),
    parametros: {
      ...(window.inicio === undefined ? {} : { inicio: window.inicio }),
      ...(window.fim === undefined ? {} : { fim: window.fim }),
      ...filters,
      paginacao: {
        paginaAtual: page,
        itensPorPagina: size,
        quantidadeDePaginas: Math.max(1, Math.ceil(items.length / size)),
        quantidadeTotalDeItens: items.length,
      },
    },
  }
}

/** Reads a boolean parameter; undefined when it is absent. @throws Refusal for any other text. */
export function readFlag(query: URLSearchParams, name: string, kind: RefusalKind): boolean | undefined {
  const text = query.get(name)
  if (text === null) return undefined
  if (text !== 'true' && text !== 'false') throw new Refusal(kind, [violation(name)])
  return text === 'true'
}

/** Parses an RFC 3339 time to Unix milliseconds; undefined when it is invalid. */
export function timeMs(text: string): number | undefined {
  const time = RFC_3339.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

const violation = (name: string): Violacao => ({
  razao: `O parâmetro ${name} não respeita o schema.`,
  propriedade: name,
})

function readTime(text: string | undefined, name: string, violacoes: Violacao[]): number | undefined {
  if (text === undefined) return undefined
  const time = timeMs(text)
  if (time === undefined) violacoes.push(violation(name))
  return time
}

function readCount(query: URLSearchParams, name: string, absent: number, violacoes: Violacao[]): number {
  const text = query.get(name)
  if (text === null) return absent
  if (/^\d{1,9}$/.test(text)) return Number(text)
  violacoes.push(violation(name))
  return absent
}
