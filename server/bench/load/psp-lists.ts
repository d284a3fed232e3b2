import { jsonAnswer, type Call } from '../../simulator/calls.ts'
import { createHttpServer, listen, stop } from '../../simulator/http.ts'
import { pageOf, readWindow } from '../../simulator/paging.ts'
import type { Settings } from '../../stack/settings.ts'

/** A payment in the format of API Pix. `horario` is in the format of `toISOString`. */
type Pix = Record<'endToEndId' | 'txid' | 'valor' | 'horario' | 'chave', string>

export type PspLists = Awaited<ReturnType<typeof startPspLists>>

const HOST = '127.0.0.1'

/**
 * Starts a server with the lists of the PSP: payments (`GET /pix`), and an empty list of removed charges (`GET /cob`).
 * The worker needs these lists to settle payments. The simulator cannot serve these lists, because the simulator does
 * not know the copied charges.
 */
export async function startPspLists() {
  let paid: Pix[] = []
  const server = createHttpServer((call) => Promise.resolve(jsonAnswer(...answerTo(call, paid))))
  const origin = `http://${HOST}:${await listen(server, 0, HOST)}`
  return {
    add: (pix: Pix) => void paid.push(pix),
    /** Removes every payment. Returns the settings that make a worker use this server. */
    reset(): Settings {
      paid = []
      return { PIX_BASE_URL: `${origin}/api/v2`, PIX_TOKEN_URL: `${origin}/oauth/token` }
    },
    stop: () => stop(server),
  }
}

function answerTo({ method, path, query }: Call, paid: readonly Pix[]): [status: number, body: object] {
  if (path === '/oauth/token')
    return [200, { access_token: 'bench', token_type: 'Bearer', expires_in: 3_600 }]
  // The worker registers its callback URL with this call.
  if (method === 'PUT' && path.startsWith('/api/v2/webhook/')) return [200, {}]
  if (path !== '/api/v2/pix' && path !== '/api/v2/cob') return [404, {}]
  const window = readWindow(query, 'PixConsultaInvalida', 'required')
  const [from, to] = [new Date(window.fromMs).toISOString(), new Date(window.toMs).toISOString()]
  const isReceived = path === '/api/v2/pix' && query.get('devolucaoPresente') !== 'true'
  const listed = isReceived ? paid.filter(({ horario }) => horario >= from && horario <= to) : []
  const { items, parametros } = pageOf(listed, window, {})
  return [200, { parametros, [path === '/api/v2/pix' ? 'pix' : 'cobs']: items }]
}
