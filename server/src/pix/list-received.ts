import { z } from 'zod'
import type { Log } from '../kernel/log.ts'
import { parseJson } from './json.ts'
import type { NetworkAnswer, NetworkCall } from './network-call.ts'
import type { ReceivedPage, ReceivedWindow } from './provider.ts'
import { faultsOf, readPixItems } from './read-pix.ts'

/** Asked for; API Pix allows 1 to 1000, and the network may give fewer. */
const PAGE_ITEMS = 500

const Count = z.number().int().nonnegative().optional().catch(undefined)

const Page = z.object({
  parametros: z
    .object({ paginacao: z.object({ quantidadeDePaginas: Count, quantidadeTotalDeItens: Count }) })
    .optional()
    .catch(undefined),
  pix: z.array(z.unknown()).nullish(),
})

/**
 * One page of `GET /pix`. A payment that cannot be read is skipped and logged; the page is not lost for it.
 */
export async function listReceived(
  ask: (call: NetworkCall) => Promise<NetworkAnswer>,
  window: ReceivedWindow,
  log: Log,
): Promise<ReceivedPage> {
  const query = new URLSearchParams({
    inicio: window.from.toISOString(),
    fim: window.to.toISOString(),
    'paginacao.paginaAtual': String(window.page),
    'paginacao.itensPorPagina': String(PAGE_ITEMS),
    ...(window.withReturns ? { devolucaoPresente: 'true' } : {}),
  })
  const answer = await ask({ method: 'GET', path: `/pix?${query.toString()}` })
  if (answer.kind !== 'answered' || answer.status !== 200) return { kind: 'unavailable' }

  const parsed = Page.safeParse(parseJson(answer.text))
  const paging = parsed.data?.parametros?.paginacao
  const isEmpty = paging?.quantidadeTotalDeItens === 0
  const items = parsed.data?.pix ?? (isEmpty ? [] : undefined)
  if (!items) {
    const faults = parsed.success ? ['pix: missing'] : faultsOf(parsed.error)
    log.error({ faults }, 'pix: a page of received payments could not be read')
    return { kind: 'unavailable' }
  }
  return {
    kind: 'page',
    items: readPixItems(items, { log, source: 'list' }).items,
    // A network that counts no pages is asked until one is empty.
    pagesCount: paging?.quantidadeDePaginas ?? (items.length === 0 ? window.page : window.page + 2),
  }
}
