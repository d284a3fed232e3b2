import { createServer } from 'node:http'
import { listen } from '../../simulator/http.ts'
import type { Settings } from '../../stack/settings.ts'

/** A Pix in the format of API Pix. */
export interface PixItem {
  endToEndId: string
  txid: string
  valor: string
  horario: string
  chave: string
}

/**
 * A server with the lists of the PSP: received Pix (`GET /pix`), and no removed charges (`GET /cob`). The simulator
 * does not know the charges of the payment cases. These lists let the worker settle their payments, as in production.
 */
export interface PspLists {
  add(pix: PixItem): void
  /** Removes every Pix. Returns the settings that make a worker use this server. */
  reset(): Settings
  stop(): Promise<void>
}

const HOST = '127.0.0.1'

export async function startPspLists(): Promise<PspLists> {
  let paid: PixItem[] = []
  const server = createServer((request, response) => {
    request.resume()
    const url = new URL(request.url ?? '/', `http://${HOST}`)
    const answer = answerTo(request.method ?? '', url, paid)
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? {}))
  })
  const origin = `http://${HOST}:${await listen(server, 0, HOST)}`
  return {
    add: (pix) => void paid.push(pix),
    reset() {
      paid = []
      return { PIX_BASE_URL: `${origin}/api/v2`, PIX_TOKEN_URL: `${origin}/oauth/token` }
    },
    stop() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function answerTo(method: string, { pathname, searchParams: query }: URL, paid: readonly PixItem[]) {
  if (pathname === '/oauth/token') return { access_token: 'bench', token_type: 'Bearer', expires_in: 3_600 }
  if (pathname === '/api/v2/pix') {
    const { items, parametros } = pageOf(query, query.get('devolucaoPresente') === 'true' ? [] : paid)
    return { parametros, pix: items }
  }
  if (pathname === '/api/v2/cob') {
    const { items, parametros } = pageOf(query, [])
    return { parametros, cobs: items }
  }
  // Registration of the callback.
  return method === 'PUT' && pathname.startsWith('/api/v2/webhook/') ? {} : undefined
}

function pageOf(query: URLSearchParams, all: readonly PixItem[]) {
  const [page, size] = ['paginaAtual', 'itensPorPagina'].map((name) => Number(query.get(`paginacao.${name}`)))
  const from = firstAt(all, Date.parse(query.get('inicio') ?? ''))
  // The end of the window is inclusive.
  const items = all.slice(from, firstAt(all, Date.parse(query.get('fim') ?? '') + 1))
  const [nth = 0, itensPorPagina = 100] = [page, size]
  const paginacao = {
    paginaAtual: nth,
    itensPorPagina,
    quantidadeDePaginas: Math.max(1, Math.ceil(items.length / itensPorPagina)),
    quantidadeTotalDeItens: items.length,
  }
  return { items: items.slice(nth * itensPorPagina, (nth + 1) * itensPorPagina), parametros: { paginacao } }
}

/** Returns the index of the first Pix at or after a time. The list is sorted by time. */
function firstAt(paid: readonly PixItem[], timeMs: number): number {
  let [low, high] = [0, paid.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (Date.parse(paid[middle]?.horario ?? '') < timeMs) low = middle + 1
    else high = middle
  }
  return low
}
