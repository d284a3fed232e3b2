import type { Request, Response } from 'express'
import { hashOfHeader } from './api-keys/verify-api-key.ts'
import { announceKey } from './cells/announce-key.ts'
import { makeIdentityCheck } from './cells/cell-identity.ts'
import { Directory } from './cells/directory.ts'
import type { Place } from './cells/directory.queries.ts'
import { endFreeze } from './cells/freeze/end-freeze.ts'
import {
  guardAgainstMove,
  guardParts,
  MOVING_SECONDS,
  refuseCall,
  startCall,
} from './cells/freeze/guard-calls.ts'
import { serve } from './http/serve.ts'
import type { Caller } from './kernel/caller.ts'
import type { Context } from './kernel/context.ts'
import { Problem } from './kernel/problem.ts'
import type { CellSettings } from './kernel/settings/cells-config.ts'
import { openKit, type Kit, type KitOverrides, type ServiceContext } from './kit.ts'
import { merchantApi } from './merchant-api.ts'
import { NO_NETWORK } from './pix/no-network.ts'

type Handler = (req: Request, res: Response) => Promise<void>

/** One cell of a process: a complete instance of the service that uses the database of the cell. */
export interface Cell {
  id: string
  kit: Kit
  /** Rejects with Problem until the database was found to be the database of this cell. */
  requireIdentity: (ctx: Context) => Promise<void>
}

/** The cells of a process. */
export interface Cells {
  /** All cells, `main` first. */
  list: readonly Cell[]
  directory: Directory
  /** Returns a cell; undefined if the settings of this process do not name it. */
  find(id: string): Cell | undefined
  /** Returns the cell of a merchant. @throws Problem service_unavailable: this process does not have the cell. */
  ofMerchant(merchantId: string): Cell
  /** Handles a call of the merchant API in the cell of its key. */
  handle: Handler
  /** Closes the directory and every cell except `main`. */
  close(): Promise<void>
}

/** After how many seconds a caller may repeat a call if this process does not have the cell of the call. */
const UNKNOWN_CELL_SECONDS = 60

/**
 * Opens the cells of a process. `main` is the kit of the cell `main`, whose database contains the directory. Returns
 * undefined when there is no other cell: then the process needs no directory. The cells share the clock, the ids and
 * the traces of `main`, but no connection. The log lines of a cell other than `main` have the field `cell`.
 */
export async function openCells(
  main: Kit,
  settings: readonly CellSettings[],
  overrides: (cell: string) => KitOverrides = () => ({}),
): Promise<Cells | undefined> {
  if (settings.length === 0) return undefined
  const directory = new Directory(
    () => main.context('directory'),
    (merchantId) => endFreezeOf(list, merchantId),
  )
  const list = [makeCell(main)]
  for (const one of settings) list.push(makeCell(await openCellKit(main, one, overrides(one.id))))
  await directory.start()
  const byId = new Map(list.map((cell) => [cell.id, cell]))
  const find = (id: string): Cell | undefined => byId.get(id)
  for (const { id, kit } of list)
    kit.otherCells.connect(id, (other) => find(other)?.kit.context(`cell:${id}`))
  return {
    list,
    directory,
    find,
    ofMerchant: (merchantId) =>
      find(directory.placeOf(merchantId).cellId) ?? refuseCall(UNKNOWN_CELL_SECONDS),
    handle: makeHandler(list, directory),
    async close() {
      await directory.close()
      await Promise.all(list.slice(1).map(({ kit }) => kit.close()))
    },
  }
}

/**
 * Ends the freeze of a merchant that moves to another cell, if the time of the freeze is over. Returns whether there
 * was a freeze to end.
 */
function endFreezeOf([main, ...others]: readonly Cell[], merchantId: string): Promise<boolean> {
  if (!main) throw new Error('BUG: endFreezeOf: there is no cell main')
  const list = [main, ...others]
  return endFreeze(main.kit.context('freeze'), merchantId, {
    cells: list.map(({ id }) => id),
    async contextOf(cellId) {
      const cell = list.find(({ id }) => id === cellId) ?? refuseCall(UNKNOWN_CELL_SECONDS)
      const ctx = cell.kit.context('freeze')
      await cell.requireIdentity(ctx)
      return ctx
    },
  })
}

const makeCell = (kit: Kit): Cell => {
  const id = kit.config.cell
  return { id, kit, requireIdentity: makeIdentityCheck(id) }
}

function openCellKit(
  main: Kit,
  { config, secrets, ...cell }: CellSettings,
  overrides: KitOverrides,
): Promise<Kit> {
  const { clock, ids, log, tracing, callMs } = main
  return openKit(config, secrets, {
    clock,
    ids,
    log: log.child({ cell: cell.id }),
    tracing,
    callMs,
    announceKey: (key) => announceKey(main.context('directory'), key),
    ...(cell.hasDefaultAccount ? {} : { pix: NO_NETWORK }),
    ...overrides,
  })
}

/**
 * Returns a handler that serves each call in the cell of its key. A call without a valid key is refused in the cell
 * `main`.
 */
function makeHandler(list: readonly Cell[], directory: Directory): Handler {
  const handlers = new Map(list.map((cell) => [cell.id, serveCell(cell, directory)]))
  const [main] = list
  const inMain = main && handlers.get(main.id)
  if (!inMain) throw new Error('BUG: makeHandler: there is no cell main')
  const inUnknownCell = serve({
    ...merchantApi(main.kit),
    authenticate: () => refuseCall(UNKNOWN_CELL_SECONDS),
  })
  return async (req, res) => {
    const hash = hashOfHeader(req.headers.authorization)
    if (!hash) return inMain(req, res)
    const place = directory.placeOfKey(hash) ?? (await findPlaceOfKey(directory, hash))
    const handle = place ? (handlers.get(place.cellId) ?? inUnknownCell) : inMain
    return handle(req, res)
  }
}

/**
 * Returns the cell of a key's merchant and the state of the merchant's move; undefined if the directory is unreachable.
 * The directory is in the database of the cell `main`. So while the directory is unreachable, the cell `main` cannot
 * use its database either.
 */
async function findPlaceOfKey(directory: Directory, hash: Buffer): Promise<Place | undefined> {
  try {
    return await directory.findKey(hash)
  } catch {
    return undefined
  }
}

function serveCell({ kit, requireIdentity }: Cell, directory: Directory): Handler {
  const cellId = kit.config.cell
  return serve({
    ...merchantApi(kit),
    async authenticate(ctx, authorization) {
      await requireIdentity(ctx)
      const caller = await authenticate(kit, directory, { ctx, authorization })
      startCall({ ctx, directory, cellId, merchantId: caller.merchantId })
      return caller
    },
    async guard(ctx, { caller: { merchantId }, isRead }, work) {
      const place = startCall({ ctx, directory, cellId, merchantId })
      const answer = await guardAgainstMove(place, { isRead }, work)
      return 'chunks' in answer ? { ...answer, chunks: guardParts(place, answer.chunks) } : answer
    },
  })
}

/**
 * Returns the caller of a key in a cell. If the cell does not have the key, its merchant may have moved since this
 * process last read the directory. The refusal then asks the caller to repeat the call.
 */
async function authenticate(
  kit: Kit,
  directory: Directory,
  { ctx, authorization }: { ctx: ServiceContext; authorization: string | undefined },
): Promise<Caller> {
  try {
    return await kit.keys.authenticate(ctx, authorization)
  } catch (error) {
    const hash = hashOfHeader(authorization)
    if (!(error instanceof Problem) || !hash) throw error
    const isKnown = directory.placeOfKey(hash) !== undefined
    const isRead = await directory.refresh().then(
      () => true,
      () => false,
    )
    const place = directory.placeOfKey(hash)
    // If the directory cannot be read now, a key that was in the directory earlier may have moved with its merchant.
    if ((place && place.cellId !== kit.config.cell) || (isKnown && !isRead)) refuseCall(MOVING_SECONDS)
    throw error
  }
}
