import type { RunningPostgres } from '../../../stack/postgres.ts'

/** The statements that the database of a cell received since the last count. */
export interface StatementCounts {
  statements: number
  /** How many of the statements read the version of the directory. */
  directoryReads: number
}

/** Where a cell has its database. */
export interface CellServer {
  readonly id: string
  readonly postgres: RunningPostgres
  /** Returns the ids of the main processes of PostgreSQL that serve the cell. Cells may share them. */
  pids(): number[]
  /** Applies all migrations to a database of `postgres.createDatabase`. */
  migrate(database: string): Promise<unknown>
  /**
   * Logs every statement from now on, or no statement. No role may have a setting of its own, because the open sessions
   * of the role would keep it.
   */
  logStatements(isOn: boolean): Promise<void>
  /** Counts the logged statements since the last call. */
  takeCounts(): StatementCounts
}
