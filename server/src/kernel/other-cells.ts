import type { Context } from './context.ts'

/** The other cells of the process. With a single cell, the object is empty. */
export class OtherCells<C extends Context = Context> {
  #ownId = ''
  #contextOf: (cellId: string) => C | undefined = () => undefined

  /** Adds the other cells. `ownId` is the cell to which this object belongs. */
  connect(ownId: string, contextOf: (cellId: string) => C | undefined): void {
    this.#ownId = ownId
    this.#contextOf = contextOf
  }

  /** The id of the own cell; empty if the process has only one cell. */
  get ownId(): string {
    return this.#ownId
  }

  /**
   * Returns a new context on another cell; undefined for the own cell, and for a cell that the process does not have.
   */
  contextOf(cellId: string): C | undefined {
    return cellId === this.#ownId ? undefined : this.#contextOf(cellId)
  }
}

/** A context that may reach the other cells of the process. Any `Context` can be passed. */
export interface LinkedContext extends Context {
  readonly otherCells?: Pick<OtherCells, 'ownId' | 'contextOf'>
}
