import { identifyCell } from '../../migrations/cells/identify-cell.ts'
import { openCells, type Cells } from '../cells-kit.ts'
import { readCells } from '../kernel/settings/cells-config.ts'
import { MAIN_CELL } from '../kernel/settings/config.ts'
import type { Kit, KitOverrides } from '../kit.ts'
import { cloneDatabase, type TestDatabase } from './test-database.ts'

/** The cells of a world, each with a database of its own. Most worlds have only the cell `main`. */
export class WorldCells {
  /** The databases of the cells, by the id of the cell. The database of `main` is not among these databases. */
  readonly databases: ReadonlyMap<string, TestDatabase>
  #opened: Cells | undefined

  private constructor(databases: ReadonlyMap<string, TestDatabase>) {
    this.databases = databases
  }

  /** Creates the databases of cells. Stores in each database, including that of `main`, the id of its cell. */
  static async clone(main: TestDatabase, ids: readonly string[] = []): Promise<WorldCells> {
    const databases = new Map<string, TestDatabase>()
    for (const id of ids) databases.set(id, await cloneDatabase())
    const all: [string, TestDatabase][] = ids.length > 0 ? [[MAIN_CELL, main], ...databases] : []
    for (const [cellId, { ownerUrl }] of all)
      await identifyCell(ownerUrl, { cellId, hasDefaultAccount: cellId === MAIN_CELL })
    return new WorldCells(databases)
  }

  /** The environment variables of the cells, without a receiving account `default`. */
  get settings(): Record<string, string> {
    const entries = Array.from(this.databases, ([id, { url, consoleUrl, ownerUrl }]): [string, string][] => {
      const prefix = `CELL_${id.toUpperCase()}_`
      return [
        [`${prefix}DATABASE_URL`, url],
        [`${prefix}CONSOLE_DATABASE_URL`, consoleUrl],
        [`${prefix}MIGRATION_DATABASE_URL`, ownerUrl],
      ]
    })
    if (entries.length === 0) return {}
    return { CELLS: Array.from(this.databases.keys()).join(','), ...Object.fromEntries(entries.flat()) }
  }

  async open(kit: Kit, settings: Record<string, string>, overrides: KitOverrides): Promise<void> {
    this.#opened = await openCells(kit, readCells(settings), () => overrides)
  }

  /** The cells of the world's process; undefined if the world has only one cell. */
  get ofProcess(): Cells | undefined {
    return this.#opened
  }

  async close(): Promise<void> {
    await this.#opened?.close()
  }

  async drop(): Promise<void> {
    for (const database of this.databases.values()) await database.drop()
  }
}
