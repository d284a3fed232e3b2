import { z } from 'zod'
import type { Log } from '../kernel/log.ts'
import { listPage } from './list-page.ts'
import type { CallNetwork } from './network-call.ts'
import type { RemovedBy, RemovedPage, RemovedWindow } from './provider.ts'
import { faultsOf, readPixItems } from './read-pix.ts'

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
