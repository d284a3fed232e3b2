import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asSuperuser, startDatabase, type Stack } from '../../../bench/stack.ts'
import { readSavedSettings } from '../../../stack/settings.ts'
import type { RunningPostgres } from '../../../stack/postgres.ts'

/** Marks the lines of the log with statements that a client sent, and not their continuation lines. */
const STATEMENT = /LOG: {2}(?:execute [^:]*|statement): /
/** The statement with which a process reads the version of the directory. */
const DIRECTORY = /directory_head/

/** The statements that a PostgreSQL received since the last count. */
export interface StatementCounts {
  statements: number
  /** How many of the statements read the version of the directory. */
  directoryReads: number
}

/** A PostgreSQL of its own for one cell, which can be stopped alone. */
export class Cluster {
  readonly id: string
  readonly #stack: Stack
  readonly #dataDir: string
  #running: RunningPostgres | undefined
  #port = 0
  #readLength = 0

  constructor(stack: Stack, id: string) {
    this.id = id
    this.#stack = stack
    this.#dataDir = join(stack.dataDir, `cell-${id}`)
    mkdirSync(join(this.#dataDir, 'logs'), { recursive: true })
  }

  get postgres(): RunningPostgres {
    if (!this.#running) throw new Error(`BUG: the PostgreSQL of the cell ${this.id} does not run`)
    return this.#running
  }

  /** Starts PostgreSQL, always on the same port. */
  async start(): Promise<this> {
    this.#running = await startDatabase(this.#dataDir, readSavedSettings(this.#stack.dataDir), this.#port)
    this.#port = this.#running.port
    return this
  }

  async stop(): Promise<void> {
    await this.#running?.stop()
    this.#running = undefined
  }

  /** Logs every statement from now on, or no statement. */
  async logStatements(isOn: boolean): Promise<void> {
    const level = isOn ? 'all' : 'none'
    await asSuperuser(
      this.postgres,
      `alter system set log_statement = '${level}'`,
      `alter role pix_app set log_statement = '${level}'`,
      'select pg_reload_conf()',
    )
    this.takeCounts()
  }

  /** Counts the logged statements since the last call. */
  takeCounts(): StatementCounts {
    const log = readFileSync(join(this.#dataDir, 'logs/postgres.log'), 'utf8')
    const lines = log
      .slice(this.#readLength)
      .split('\n')
      .filter((line) => STATEMENT.test(line))
    this.#readLength = log.length
    const directoryReads = lines.filter((line) => DIRECTORY.test(line)).length
    return { statements: lines.length - directoryReads, directoryReads }
  }
}
