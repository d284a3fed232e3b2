import { z } from 'zod'
import { plusMs } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { parseJson } from './json.ts'
import type { CallNetwork } from './network-call.ts'
import type { Profile } from './profiles/profile.ts'
import { formatTime } from './profiles/request-parts.ts'
import type {
  ListWindow,
  ReceivedPage,
  ReceivedWindow,
  RemovedBy,
  RemovedPage,
  RemovedWindow,
} from './provider.ts'
import { faultsOf, readPixItems } from './read-pix.ts'

/** The profile of the PSP whose answers are read, and the log of unreadable answers. */
export interface Reading {
  profile: Profile
  log: Log
}

/**
 * Fetches one page of `GET /pix`, which lists received payments. Skips and logs unreadable payments. Returns
 * `unavailable` if the PSP sent no readable page.
 */
export async function listReceived(
  callNetwork: CallNetwork,
  window: ReceivedWindow,
  reading: Reading,
): Promise<ReceivedPage> {
  const filters: Record<string, string> = window.withReturns ? { devolucaoPresente: 'true' } : {}
  const page = await listPage(callNetwork, { resource: 'pix', member: 'pix', window, filters }, reading)
  if (page.kind === 'unavailable') return page
  return { ...page, items: readPixItems(page.items, { log: reading.log, source: 'list' }).items }
}

const STATUS_OF: Record<RemovedBy, string> = {
  psp: 'REMOVIDA_PELO_PSP',
  receiver: 'REMOVIDA_PELO_USUARIO_RECEBEDOR',
}

const Cob = z.object({ txid: z.string(), status: z.string(), pix: z.array(z.unknown()).catch([]) })

/**
 * Fetches one page of `GET /cob`, filtered by the status of a removal. Omits charges of another status, in case the PSP
 * ignores the filter. Skips and logs unreadable charges. Returns `unavailable` if the PSP sent no readable page.
 */
export async function listRemoved(
  callNetwork: CallNetwork,
  window: RemovedWindow,
  reading: Reading,
): Promise<RemovedPage> {
  const filters = { status: STATUS_OF[window.by] }
  const page = await listPage(callNetwork, { resource: 'cobs', member: 'cobs', window, filters }, reading)
  const { log } = reading
  if (page.kind === 'unavailable') return page
  const items = page.items.flatMap((item, index) => {
    const { data: cob, error } = Cob.safeParse(item)
    if (error) log.error({ item: index, faults: faultsOf(error) }, 'pix: a listed charge could not be read')
    if (cob?.status !== filters.status) return []
    return [{ txid: cob.txid, payments: readPixItems(cob.pix, { log, source: 'list' }).items }]
  })
  return { ...page, items }
}

const Count = z.number().int().nonnegative().optional().catch(undefined)

const Page = z.looseObject({
  parametros: z
    .object({ paginacao: z.object({ quantidadeDePaginas: Count, quantidadeTotalDeItens: Count }) })
    .optional()
    .catch(undefined),
})

const Items = z.array(z.unknown()).nullish()

interface ListRequest {
  resource: 'pix' | 'cobs'
  /** The name of the member of the response that contains the list. */
  member: 'pix' | 'cobs'
  window: ListWindow
  filters: Record<string, string>
}

type ListedPage = { kind: 'page'; items: unknown[]; pagesCount: number } | { kind: 'unavailable' }

/**
 * Fetches one page of a list of API Pix. Returns the items of the page unparsed, or `unavailable` if the PSP sent no
 * readable page.
 */
async function listPage(
  callNetwork: CallNetwork,
  { resource, member, window, filters }: ListRequest,
  { profile, log }: Reading,
): Promise<ListedPage> {
  const query = {
    inicio: formatTime(profile, window.from),
    fim: formatTime(profile, plusMs(window.to, 999)),
    'paginacao.paginaAtual': String(window.page),
    // API Pix allows 1 to 1000 items, and the PSP may return fewer.
    'paginacao.itensPorPagina': String(profile.pages.items),
    ...filters,
  }
  const answer = await callNetwork({ method: 'GET', resource, query })
  const { list_received: received, list_removed: removed } = profile.success
  const expected = resource === 'pix' ? received : removed
  if (answer.kind !== 'answered' || !expected.includes(answer.status)) return { kind: 'unavailable' }

  const page = Page.safeParse(parseJson(answer.text))
  const list = Items.safeParse(page.data?.[member])
  const paging = page.data?.parametros?.paginacao
  const isEmpty = paging?.quantidadeTotalDeItens === 0
  const items = list.data ?? (list.success && isEmpty ? [] : undefined)
  if (!items) {
    const error = page.error ?? list.error
    log.error(
      { list: resource, faults: error ? faultsOf(error) : [`${member}: missing`] },
      'pix: a page of a list could not be read',
    )
    return { kind: 'unavailable' }
  }
  return {
    kind: 'page',
    items,
    // Without a page count in the response, assume another page after each page that is not empty.
    pagesCount: paging?.quantidadeDePaginas ?? (items.length === 0 ? window.page : window.page + 2),
  }
}
