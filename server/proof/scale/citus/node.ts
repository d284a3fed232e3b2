import { appendFileSync, createWriteStream, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { QueryResultRow } from 'pg'
import { connect, type Stack } from '../../../bench/stack.ts'
import { clusterFolder } from '../../../stack/cluster-folder.ts'
import type { Binaries } from '../../../stack/postgres-binaries.ts'
import { startPostgres, type RunningPostgres } from '../../../stack/postgres.ts'
import { passwordsOf, readSavedSettings } from '../../../stack/settings.ts'

/** The database with the schemas of all cells. */
export const DATABASE = 'pix'
export const HOST = '127.0.0.1'

const CONFIGURATION = `
shared_preload_libraries = 'citus'
max_worker_processes = 32
# A cell serves requests while it is copied to another node.
wal_level = logical
# The audit log and the feed of events have triggers.
citus.enable_unsafe_triggers = on
# The service selects from functions that read tables. All tables of a cell are on one node.
citus.allow_nested_distributed_execution = on
citus.node_conninfo = 'sslmode=prefer'
# The log names the role of each statement.
log_line_prefix = '%u '
`

/** One PostgreSQL with Citus. */
export class CitusNode {
  readonly name: string
  readonly #stack: Stack
  readonly #binaries: Binaries
  readonly #dataDir: string
  #running: RunningPostgres | undefined
  #port = 0

  constructor(stack: Stack, name: string, binaries: Binaries) {
    this.name = name
    this.#stack = stack
    this.#binaries = binaries
    this.#dataDir = join(stack.dataDir, name)
    mkdirSync(join(this.#dataDir, 'logs'), { recursive: true })
  }

  get logFile(): string {
    return join(this.#dataDir, 'logs', 'postgres.log')
  }

  get port(): number {
    return this.#port
  }

  get postgres(): RunningPostgres {
    if (!this.#running) throw new Error(`BUG: the node ${this.name} is not running`)
    return this.#running
  }

  /** Starts PostgreSQL, always on the same port. The first start creates the cluster and its database. */
  async start(): Promise<this> {
    const dataDir = clusterFolder(this.#dataDir)
    const isNew = !existsSync(join(dataDir, 'PG_VERSION'))
    if (isNew) {
      const created = await this.#launch(dataDir)
      await created.createDatabase(DATABASE)
      await created.stop()
      appendFileSync(join(dataDir, 'postgresql.conf'), CONFIGURATION)
    }
    this.#running = await this.#launch(dataDir)
    this.#port = this.#running.port
    if (isNew) await this.#createExtension()
    return this
  }

  async stop(): Promise<void> {
    await this.#running?.stop()
    this.#running = undefined
  }

  /** Runs one statement as the superuser. */
  async run<T extends QueryResultRow>(statement: string, values: readonly unknown[] = []): Promise<T[]> {
    const url = new URL(this.postgres.superuserUrl)
    url.pathname = `/${DATABASE}`
    const client = await connect(url.toString())
    try {
      return (await client.query<T>(statement, Array.from(values))).rows
    } finally {
      await client.end()
    }
  }

  #launch(dataDir: string): Promise<RunningPostgres> {
    const file = createWriteStream(this.logFile, { flags: 'a' })
    return startPostgres({
      dataDir,
      port: this.#port,
      binaries: this.#binaries,
      passwords: passwordsOf(readSavedSettings(this.#stack.dataDir)),
      log: (line) => void file.write(`${line}\n`),
    })
  }

  /** Lets Citus connect with a role from this node to every node. */
  async allowBetweenNodes(role: string, password: string): Promise<void> {
    const authinfo = `password=${password}`
    await this.run('insert into pg_dist_authinfo (nodeid, rolename, authinfo) values (0, $1, $2)', [
      role,
      authinfo,
    ])
  }

  async #createExtension(): Promise<void> {
    const { superuser, owner } = passwordsOf(readSavedSettings(this.#stack.dataDir))
    await this.run('create extension citus')
    await this.allowBetweenNodes('postgres', superuser)
    await this.allowBetweenNodes('pix_owner', owner)
  }
}

/** A Citus cluster: one coordinator without tables, and workers with the schemas of the cells. */
export interface CitusNodes {
  coordinator: CitusNode
  workers: readonly CitusNode[]
}

/** Joins running nodes to a cluster. */
export async function joinNodes({ coordinator, workers }: CitusNodes): Promise<void> {
  await coordinator.run('select citus_set_coordinator_host($1, $2)', [HOST, coordinator.port])
  for (const { port } of workers) await coordinator.run('select citus_add_node($1, $2)', [HOST, port])
}
