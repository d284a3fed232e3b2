import type { Log } from '../kernel/log.ts'
import { listPage } from './list-page.ts'
import type { CallNetwork } from './network-call.ts'
import type { ReceivedPage, ReceivedWindow } from './provider.ts'
import { readPixItems } from './read-pix.ts'

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
