import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { Client, escapeIdentifier } from 'pg'
import { startPostgres, type RunningPostgres } from '../../../stack/postgres.ts'
import { migrateDatabase } from '../../database.ts'
import { findMemoryFolder } from '../../testing/memory-folder.ts'
import { WORLD_START } from './sim-clock.ts'

const TEMPLATE = 'world_template'
const WORLD = 'world'

/**
 * Statements that do not sort completely return rows in the order of their places in the table. PostgreSQL reuses the
 * place of a dead row when no transaction can see the row any more. These settings turn off everything that makes this
 * depend on real time:
 *
 * - Autovacuum frees places and changes statistics, and so plans.
 * - The background writer and the checkpointer hold pages, and a held page keeps its dead rows.
 * - After an asynchronous commit, rows count as dead only when the log was written. Until then, index scans visit them.
 * - Parallel workers and shared sequential scans return rows in the order of their progress.
 */
const SETTINGS = {
  autovacuum: 'off',
  bgwriter_lru_maxpages: '0',
  checkpoint_timeout: '1d',
  max_wal_size: '64GB',
  max_parallel_workers_per_gather: '0',
  synchronize_seqscans: 'off',
  synchronous_commit: 'on',
}

/**
 * Creates the partitions of the first weeks. In a world, this would send more messages about changed tables at once
 * (about 4,800) than PostgreSQL keeps for connections that are idle (4,096). An idle connection that does not read them
 * in time forgets the page of each table in which it put its last row, and so puts its next row elsewhere.
 */
const CREATE_PARTITIONS = `select maintain_webhook_partitions('${WORLD_START.toISOString()}')`

/**
 * A PostgreSQL server that has one world at a time. A transaction of another world would keep dead rows of this world,
 * and so change the places of rows.
 */
export class WorldPostgres {
  readonly #postgres: RunningPostgres

  private constructor(postgres: RunningPostgres) {
    this.#postgres = postgres
  }

  /** Starts a server with a migrated and vacuumed template of the worlds' databases. */
  static async start(): Promise<WorldPostgres> {
    const dataDir = mkdtempSync(join(findMemoryFolder(), 'pix-simulation-'))
    const postgres = await startPostgres({ dataDir, port: 0, ephemeral: true })
    const server = new WorldPostgres(postgres)
    await server.#asSuperuser(
      ...Object.entries(SETTINGS).map(([name, value]) => `alter system set ${name} = '${value}'`),
      'select pg_reload_conf()',
    )
    await postgres.createDatabase(TEMPLATE)
    await migrateDatabase(postgres.ownerUrl(TEMPLATE))
    await run(postgres.ownerUrl(TEMPLATE), CREATE_PARTITIONS, 'vacuum analyze')
    return server
  }

  /** Returns the result of `work`, which gets the URL of a new database. */
  async inNewDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
    await this.#asSuperuser(
      `create database ${escapeIdentifier(WORLD)} with template ${TEMPLATE} owner pix_owner`,
    )
    try {
      return await work(this.#postgres.applicationUrl(WORLD))
    } finally {
      await this.#asSuperuser(`drop database ${escapeIdentifier(WORLD)} with (force)`)
    }
  }

  async stop(): Promise<void> {
    await this.#postgres.stop()
  }

  #asSuperuser(...statements: string[]): Promise<void> {
    return run(this.#postgres.superuserUrl, ...statements)
  }
}

async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
