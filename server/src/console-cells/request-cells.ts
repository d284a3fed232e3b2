import { askCells } from '../cells/ask-cells.ts'
import type { CellAnswer, GraphContext, RequestCells } from '../graphql/context.ts'
import { problemOf } from '../graphql/errors.ts'
import type { Context } from '../kernel/context.ts'
import { MAIN_CELL } from '../kernel/settings/config.ts'
import { Problem } from '../kernel/problem.ts'

/** A cell of the process, as the console uses it. */
export interface ConsoleCell {
  id: string
  /** Returns a new context on the database of the cell, for a request with this correlation id. */
  context: (correlationId: string) => Context
  /** Rejects with Problem until a check has found that the database is the database of this cell. */
  requireIdentity: (ctx: Context) => Promise<void>
}

export interface ConsoleCells {
  /** All cells, `main` first. */
  list: readonly ConsoleCell[]
  /**
   * Returns the id of the cell of a merchant. Rejects with Problem service_unavailable while the merchant is frozen.
   */
  locate: (merchantId: string) => Promise<string>
}

/** After how many seconds a person can repeat a request to a cell that did not answer. */
const RETRY_SECONDS = 1

interface Opened {
  id: string
  ctx: GraphContext
  requireIdentity: ConsoleCell['requireIdentity']
}

/**
 * Adds the cells to the context of a console request. The result is the context of the cell `main`. The contexts of the
 * other cells have the same viewer, and the staff of `main`.
 */
export function withRequestCells(main: GraphContext, cells: ConsoleCells): GraphContext {
  const missing = new Set<string>()
  const opened = new Map<string, Opened>()
  const requestCells = new CellsOfRequest(cells, opened, missing)
  const ofMain: GraphContext = { ...main, cells: requestCells }
  for (const { id, context, requireIdentity } of cells.list) {
    const ctx =
      id === MAIN_CELL
        ? ofMain
        : { ...ofMain, ...context(main.correlationId), actor: main.actor, cells: requestCells }
    opened.set(id, { id, ctx, requireIdentity })
  }
  return ofMain
}

class CellsOfRequest implements RequestCells {
  readonly #cells: ConsoleCells
  readonly #opened: ReadonlyMap<string, Opened>
  readonly #missing: Set<string>

  constructor(cells: ConsoleCells, opened: ReadonlyMap<string, Opened>, missing: Set<string>) {
    this.#cells = cells
    this.#opened = opened
    this.#missing = missing
  }

  get missing(): ReadonlySet<string> {
    return this.#missing
  }

  get contexts(): GraphContext[] {
    return Array.from(this.#opened.values(), ({ ctx }) => ctx)
  }

  async ofMerchant(merchantId: string): Promise<GraphContext> {
    const id = await this.#cells.locate(merchantId)
    const cell = this.#opened.get(id)
    if (cell) return cell.ctx
    this.#missing.add(id)
    throw new Problem('service_unavailable', { retryAfterSeconds: RETRY_SECONDS })
  }

  ofCell(cellId: string): GraphContext {
    const cell = this.#opened.get(cellId)
    if (!cell) throw new Problem('not_found', { reason: 'cell_not_found' })
    return cell.ctx
  }

  idOf(ctx: GraphContext): string {
    return this.#cellOf(ctx).id
  }

  async inCell<T>(ctx: GraphContext, work: (ctx: GraphContext) => Promise<T>): Promise<T> {
    const cell = this.#cellOf(ctx)
    try {
      return await callIdentified(cell, work)
    } catch (error) {
      const { code, details } = problemOf(error)
      if (code === 'service_unavailable' && details.reason === undefined) this.#missing.add(cell.id)
      throw error
    }
  }

  async ask<T>(work: (ctx: GraphContext) => Promise<T>): Promise<CellAnswer<T>[]> {
    const [main] = this.contexts
    if (!main) throw new Error('BUG: ask: the request has no cell, not even main')
    // Leaves out the missing cells, so that all parts of an answer lack the same cells, and a cell that hangs delays
    // the request only once.
    const cells = Array.from(this.#opened.values()).filter(({ id }) => !this.#missing.has(id))
    const { answers, missing } = await askCells(
      cells,
      async (cell) => ({ ctx: cell.ctx, value: await callIdentified(cell, work) }),
      { log: main.log },
    )
    for (const id of missing) this.#missing.add(id)
    if (answers.length === 0) throw new Problem('service_unavailable', { retryAfterSeconds: RETRY_SECONDS })
    return answers.map(({ value }) => value)
  }

  #cellOf(ctx: GraphContext): Opened {
    const found = Array.from(this.#opened.values()).find((cell) => cell.ctx === ctx)
    if (!found) throw new Error('BUG: the context belongs to no cell of the request')
    return found
  }
}

/**
 * Calls `work` after the identity of the database was checked. A request without a viewer reads nothing, so its
 * refusal needs no check.
 */
async function callIdentified<T>(
  { ctx, requireIdentity }: Opened,
  work: (ctx: GraphContext) => Promise<T>,
): Promise<T> {
  if (ctx.viewer) await requireIdentity(ctx)
  return await work(ctx)
}
