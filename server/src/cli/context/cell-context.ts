import { announceKey } from '../../cells/announce-key.ts'
import { findPlace } from '../../cells/directory.queries.ts'
import type { AnnouncingContext } from '../../api-keys/announcing-context.ts'
import type { Context } from '../../kernel/context.ts'
import { isUuid } from '../../kernel/ids.ts'
import { Problem } from '../../kernel/problem.ts'
import { MAIN_CELL } from '../../kernel/settings/config.ts'
import { cellIds, withCell, type Shell } from './shell.ts'

/** The contexts of a command that uses several cells. */
export interface CellContexts {
  /** The context of the directory, which is also the context of the cell `main`. */
  control: Context
  /** The ids of all cells, `main` first. */
  ids: readonly string[]
  of: (id: string) => AnnouncingContext
}

/** Runs `work` with a context on each cell. A context connects to its database at its first SQL statement. */
export function withCells<T>(shell: Shell, work: (cells: CellContexts) => Promise<T>): Promise<T> {
  const ids = cellIds(shell)
  const open = new Map<string, AnnouncingContext>()
  const openNext = ([id, ...rest]: string[]): Promise<T> => {
    if (id === undefined) return work(contextsOf(ids, open))
    return withCell(shell, id, (ctx) => {
      const control = open.get(MAIN_CELL)
      open.set(id, control ? { ...ctx, announceKey: (key) => announceKey(control, key) } : ctx)
      return openNext(rest)
    })
  }
  return openNext(ids)
}

function contextsOf(ids: readonly string[], open: ReadonlyMap<string, AnnouncingContext>): CellContexts {
  const of = (id: string): AnnouncingContext => {
    const ctx = open.get(id)
    if (!ctx) throw new Problem('not_found', { reason: 'cell_not_found' })
    return ctx
  }
  return { control: of(MAIN_CELL), ids, of }
}

/**
 * Runs `work` with a context on the cell of a merchant.
 * @throws Problem service_unavailable, reason `merchant_is_moving`.
 * @throws Problem not_found, reason `cell_not_found`: the settings do not name the cell of the merchant.
 */
export function withMerchant<T>(
  shell: Shell,
  merchantId: string,
  work: (ctx: AnnouncingContext) => Promise<T>,
): Promise<T> {
  if (cellIds(shell).length === 1) return withCell(shell, MAIN_CELL, work)
  return withCells(shell, async ({ control, of }) => {
    const place = isUuid(merchantId) ? await findPlace(control, merchantId) : undefined
    if (place?.state === 'moving') throw new Problem('service_unavailable', { reason: 'merchant_is_moving' })
    return work(of(place?.cellId ?? MAIN_CELL))
  })
}
