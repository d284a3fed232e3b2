import type { RequestHandler } from 'express'
import type { Cell, Cells } from './cells-kit.ts'
import { findMissingMigrations } from './database.ts'
import { withDeadline } from './kernel/pool/work-limits.ts'
import type { Kit } from './kit.ts'

/** How long a database may take to answer a health check, in milliseconds. */
const READY_MS_MAX = 3_000

const UNREACHABLE = 'the database cannot be read'

interface Tools {
  stopping: AbortSignal
  /** The cells of the process; undefined if there is only one cell. */
  cells: Cells | undefined
}

/** Whether a process, and each of its cells, can be used. */
interface Readiness {
  /** Why the process receives no requests; undefined if it is ready. */
  reason: string | undefined
  /** Why a cell cannot be used, by the id of the cell. */
  cells?: Record<string, string>
}

/**
 * Returns the handler of `/readyz`. The handler answers 503 while the process stops, while the database cannot be
 * reached, and while the database lacks a migration of this build. Otherwise answers 200, even if a newer build applied
 * further migrations. Logs each change of the reason. For several cells, see `makeCellsReader`.
 */
export function readiness(kit: Kit, { stopping, cells }: Tools): RequestHandler {
  const read = cells ? makeCellsReader(cells) : async () => ({ reason: await faultOf(kit) })
  let logged: string | undefined
  return async (_req, res) => {
    const state: Readiness = stopping.aborted ? { reason: 'the process stops' } : await read()
    const { reason } = state
    const described = reason ?? describe(state.cells)
    if (described !== undefined && described !== logged)
      kit.log.warn({ reason: described }, reason === undefined ? 'a cell cannot be used' : 'not ready')
    if (described === undefined && logged !== undefined) kit.log.info('ready')
    logged = described
    const ready = reason === undefined
    res
      .status(ready ? 200 : 503)
      .json({ ready, ...(state.cells && { unavailable_cells: Object.keys(state.cells) }) })
  }
}

/** Returns why the process cannot use the database of a kit; undefined if the database can be used. */
async function faultOf({ database }: Kit): Promise<string | undefined> {
  try {
    const missing = await withDeadline(READY_MS_MAX, () => findMissingMigrations(database.em()))
    return missing.length === 0
      ? undefined
      : `the database lacks the migrations ${missing.join(', ')}: run "migrate"`
  } catch {
    return UNREACHABLE
  }
}

/**
 * Returns a function that reads the state of a process with several cells. The process is not ready if it has never
 * read the directory, or if no cell can be used. The process is also not ready if it has never been able to use a cell
 * whose database can be read. So a wrong setting or a missing migration stops a deployment, but the failure of one
 * database does not stop the other cells.
 */
function makeCellsReader({ list, directory }: Cells): () => Promise<Readiness> {
  const used = new Set<string>()
  return async () => {
    const found = await Promise.all(
      list.map(async (cell) => ({ id: cell.id, fault: await faultOfCell(cell) })),
    )
    for (const { id, fault } of found) if (fault === undefined) used.add(id)
    const faulty = found.flatMap(({ id, fault }) => (fault === undefined ? [] : [{ id, fault }]))
    const cells = Object.fromEntries(faulty.map(({ id, fault }) => [id, fault]))
    const neverUsed = faulty.filter(({ id, fault }) => fault !== UNREACHABLE && !used.has(id))
    if (!directory.isRead) return { reason: 'the directory of cells cannot be read', cells }
    if (neverUsed.length > 0 || faulty.length === list.length) return { reason: describe(cells), cells }
    return { reason: undefined, cells }
  }
}

async function faultOfCell({ id, kit, requireIdentity }: Cell): Promise<string | undefined> {
  const fault = await faultOf(kit)
  if (fault !== undefined) return fault
  return requireIdentity(kit.context('start')).then(
    () => undefined,
    () => `the database does not belong to the cell ${id}`,
  )
}

/** Describes the faults of cells; undefined if there is none. */
function describe(cells: Record<string, string> = {}): string | undefined {
  const texts = Object.entries(cells).map(([id, fault]) => `${id}: ${fault}`)
  return texts.length === 0 ? undefined : texts.join('; ')
}
