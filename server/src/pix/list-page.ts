import { z } from 'zod'
import { plusMs } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { parseJson } from './json.ts'
import type { CallNetwork } from './network-call.ts'
import type { ListWindow } from './provider.ts'
import { faultsOf } from './read-pix.ts'

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

export interface ListRequest {
  path: '/pix' | '/cob'
  /** The name of the member of the response that contains the list. */
  member: 'pix' | 'cobs'
  window: ListWindow
  filters: Record<string, string>
}

export type ListedPage = { kind: 'page'; items: unknown[]; pagesCount: number } | { kind: 'unavailable' }

/** Fetches one page of a list of API Pix. Returns its items unparsed. */
export async function listPage(
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
