import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { asSuperuser, startDatabase, type Stack } from '../../../bench/stack.ts'
import { migrateDatabase } from '../../../src/database.ts'
import { readSavedSettings } from '../../../stack/settings.ts'
import type { RunningPostgres } from '../../../stack/postgres.ts'
import type { CellServer, StatementCounts } from './cell-server.ts'
import { StatementLog } from './statement-log.ts'

/** A PostgreSQL of its own for one cell, which can be stopped alone. */
export class Cluster implements CellServer {
  readonly id: string
  readonly #stack: Stack
  readonly #dataDir: string
  readonly #log: StatementLog
  #running: RunningPostgres | undefined
  #port = 0

  constructor(stack: Stack, id: string) {
    this.id = id
    this.#stack = stack
    this.#dataDir = join(stack.dataDir, `cell-${id}`)
    mkdirSync(join(this.#dataDir, 'logs'), { recursive: true })
    this.#log = new StatementLog(join(this.#dataDir, 'logs/postgres.log'))
  }

  get postgres(): RunningPostgres {
    if (!this.#running) throw new Error(`BUG: the PostgreSQL of the cell ${this.id} is not running`)
    return this.#running
  }

  pids(): number[] {
    return [this.postgres.pid]
  }

  migrate(database: string): Promise<unknown> {
    return migrateDatabase(this.postgres.ownerUrl(database))
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

  async logStatements(isOn: boolean): Promise<void> {
    const change = isOn ? `set log_statement = 'all'` : 'reset log_statement'
    await asSuperuser(this.postgres, `alter system ${change}`, 'select pg_reload_conf()')
    this.takeCounts()
  }

  takeCounts(): StatementCounts {
    return this.#log.take()
  }
}
