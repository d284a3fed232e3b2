import { z } from 'zod'
import { plusMs } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { parseJson } from './json.ts'
import type { CallNetwork } from './network-call.ts'
import type {
  ListWindow,
  ReceivedPage,
  ReceivedWindow,
  RemovedBy,
  RemovedPage,
  RemovedWindow,
} from './provider.ts'
import { faultsOf, readPixItems } from './read-pix.ts'

/** Fetches one page of `GET /pix`, which lists received payments. Skips and logs unreadable payments. */
export async function listReceived(
  callNetwork: CallNetwork,
  window: ReceivedWindow,
  log: Log,
): Promise<ReceivedPage> {
  const filters: Record<string, string> = window.withReturns ? { devolucaoPresente: 'true' } : {}
  const page = await listPage(callNetwork, { path: '/pix', member: 'pix', window, filters }, log)
  if (page.kind === 'unavailable') return page
  return { ...page, items: readPixItems(page.items, { log, source: 'list' }).items }
}

const STATUS_OF: Record<RemovedBy, string> = {
  psp: 'REMOVIDA_PELO_PSP',
  receiver: 'REMOVIDA_PELO_USUARIO_RECEBEDOR',
}

const Cob = z.object({ txid: z.string(), status: z.string(), pix: z.array(z.unknown()).catch([]) })

/**
 * Fetches one page of `GET /cob`, filtered by the status of a removal. Omits charges of another status, in case the PSP
 * ignores the filter. Skips and logs unreadable charges.
 */
export async function listRemoved(
  callNetwork: CallNetwork,
  window: RemovedWindow,
  log: Log,
): Promise<RemovedPage> {
  const filters = { status: STATUS_OF[window.by] }
  const page = await listPage(callNetwork, { path: '/cob', member: 'cobs', window, filters }, log)
  if (page.kind === 'unavailable') return page
  const items = page.items.flatMap((item, index) => {
    const { data: cob, error } = Cob.safeParse(item)
    if (error) log.error({ item: index, faults: faultsOf(error) }, 'pix: a listed charge could not be read')
    if (cob?.status !== filters.status) return []
    return [{ txid: cob.txid, payments: readPixItems(cob.pix, { log, source: 'list' }).items }]
  })
  return { ...page, items }
}

/** The requested number of items of a page. API Pix allows 1 to 1000, and the PSP may return fewer. */
const PAGE_ITEMS = 500

const Count = z.number().int().nonnegative().optional().catch(undefined)

const Page = z.looseObject({
  parametros: z
    .object({ paginacao: z.object({ quantidadeDePaginas: Count, quantidadeTotalDeItens: Count }) })
    .optional()
    .catch(undefined),
})

const Items = z.array(z.unknown()).nullish()

interface ListRequest {
  path: '/pix' | '/cob'
  /** The name of the member of the response that contains the list. */
  member: 'pix' | 'cobs'
  window: ListWindow
  filters: Record<string, string>
}

type ListedPage = { kind: 'page'; items: unknown[]; pagesCount: number } | { kind: 'unavailable' }

/** Fetches one page of a list of API Pix. Returns its items unparsed. */
async function listPage(
  callNetwork: CallNetwork,
  { path, member, window, filters }: ListRequest,
  log: Log,
): Promise<ListedPage> {
  const query = new URLSearchParams({
    inicio: wholeSecond(window.from),
    fim: wholeSecond(plusMs(window.to, 999)),
    'paginacao.paginaAtual': String(window.page),
    'paginacao.itensPorPagina': String(PAGE_ITEMS),
    ...filters,
  })
  const answer = await callNetwork({ method: 'GET', path: `${path}?${query.toString()}` })
  if (answer.kind !== 'answered' || answer.status !== 200) return { kind: 'unavailable' }

  const page = Page.safeParse(parseJson(answer.text))
  const list = Items.safeParse(page.data?.[member])
  const paging = page.data?.parametros?.paginacao
  const isEmpty = paging?.quantidadeTotalDeItens === 0
  const items = list.data ?? (list.success && isEmpty ? [] : undefined)
  if (!items) {
    const error = page.error ?? list.error
    log.error(
      { list: path, faults: error ? faultsOf(error) : [`${member}: missing`] },
      'pix: a page of a list could not be read',
    )
    return { kind: 'unavailable' }
  }
  return {
    kind: 'page',
    items,
    // If the response has no page count, it is assumed that there is another page after each page that is not empty.
    pagesCount: paging?.quantidadeDePaginas ?? (items.length === 0 ? window.page : window.page + 2),
  }
}

/** Formats `date` as RFC 3339, cut to whole seconds, because some banks refuse milliseconds. */
const wholeSecond = (date: Date): string => date.toISOString().replace(/\.\d+Z$/, 'Z')
