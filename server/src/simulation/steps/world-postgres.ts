import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { generatePasswords, startPostgres } from '../../../stack/postgres.ts'
import { migrateDatabase } from '../../database.ts'
import { runStatements } from '../../testing/clients/run-statements.ts'
import { findMemoryFolder } from '../../testing/memory-folder.ts'
import { WORLD_START } from './sim-clock.ts'

const WORLD = 'world'

/**
 * An SQL statement that does not sort its rows completely returns them in their physical order in the table. PostgreSQL
 * reuses the space of a dead row when no transaction can see the row any more. These settings turn off everything that
 * makes this reuse depend on real time:
 *
 * - Autovacuum frees space, and changes statistics and therefore query plans.
 * - The background writer and the checkpointer pin pages, and a pinned page keeps its dead rows.
 * - After an asynchronous commit, rows count as dead only when the log was written. Until the log was written, index
 *   scans visit these rows.
 * - Parallel workers, shared sequential scans and workers that read pages return rows in the order of their progress.
 */
const SETTINGS = {
  autovacuum: 'off',
  bgwriter_lru_maxpages: '0',
  checkpoint_timeout: '1d',
  max_wal_size: '64GB',
  synchronous_commit: 'on',
  max_parallel_workers_per_gather: '0',
  synchronize_seqscans: 'off',
  io_method: 'sync',
  // The server need not be durable, because the world ends with its server.
  fsync: 'off',
  full_page_writes: 'off',
  scram_iterations: '1',
}

/**
 * Creates the partitions of the first weeks. In a world, their creation would send more messages about changed tables
 * at once (about 4,800) than PostgreSQL keeps for connections that are idle (4,096). If an idle connection does not
 * read these messages in time, PostgreSQL resets its cache of table pages. The connection then inserts its next row
 * into another page.
 */
const CREATE_PARTITIONS = `select maintain_webhook_partitions('${WORLD_START.toISOString()}')`

/**
 * Starts a new PostgreSQL server for each world, on a copy of a migrated cluster. So no transaction of another world
 * keeps dead rows, and all counters of the server begin with the same numbers.
 */
export class WorldPostgres {
  readonly #template: string
  readonly #passwords: ReturnType<typeof generatePasswords>

  private constructor(template: string, passwords: ReturnType<typeof generatePasswords>) {
    this.#template = template
    this.#passwords = passwords
  }

  /** Creates the cluster that `inNewDatabase` copies. */
  static async open(): Promise<WorldPostgres> {
    const template = newFolder()
    const passwords = generatePasswords()
    const postgres = await startPostgres({ dataDir: template, port: 0, passwords })
    try {
      await runStatements(
        postgres.superuserUrl,
        ...Object.entries(SETTINGS).map(([name, value]) => `alter system set ${name} = '${value}'`),
      )
      await postgres.createDatabase(WORLD)
      await migrateDatabase(postgres.ownerUrl(WORLD))
      await runStatements(postgres.ownerUrl(WORLD), CREATE_PARTITIONS, 'vacuum analyze')
    } finally {
      await postgres.stop()
    }
    return new WorldPostgres(template, passwords)
  }

  /** Returns the result of `work`, which gets the URL of a migrated database on a new server. */
  async inNewDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
    const dataDir = newFolder()
    const copied = spawnSync('cp', ['-a', `${this.#template}/.`, dataDir], { encoding: 'utf8' })
    if (copied.status !== 0)
      throw new Error(`cannot copy the database template ${this.#template} to ${dataDir}: ${copied.stderr}`)
    const postgres = await startPostgres({ dataDir, port: 0, passwords: this.#passwords, ephemeral: true })
    try {
      return await work(postgres.applicationUrl(WORLD))
    } finally {
      await postgres.stop()
    }
  }

  close(): void {
    rmSync(this.#template, { recursive: true, force: true })
  }
}

const newFolder = (): string => mkdtempSync(join(findMemoryFolder(), 'pix-simulation-'))
