import { MIGRATIONS } from '../../../migrations/list.ts'
import { readMigrations } from '../../../migrations/run/read-migrations.ts'
import { runMigrations } from '../../../migrations/run/run-migrations.ts'
import { migrateDatabase } from '../../../src/database.ts'
import { systemClock } from '../../../src/kernel/clock.ts'
import { APPLICATION_ROLE, CONSOLE_ROLE, LIMIT_STATEMENTS } from '../../../src/kernel/database/role-limits.ts'
import type { Passwords } from '../../../stack/postgres-cluster.ts'
import type { RunningPostgres } from '../../../stack/postgres.ts'
import type { CellServer, StatementCounts } from '../cells/cell-server.ts'
import { StatementLog } from '../cells/statement-log.ts'
import { adaptFunctions } from './adapt-functions.ts'
import { DATABASE, HOST, type CitusNode, type CitusNodes } from './node.ts'

/** The last migration with a statement that Citus refuses in a distributed schema. */
const LAST_LOCAL = '0420-hold-old-backups'

/** The states of a move in which only the last changes are missing. */
const LAST_CHANGES = ['Final Catchup', 'Creating Foreign Keys', 'Completing', 'Completed']
const POLL_MS = 20

/** A cell in a schema of a Citus cluster. All its tables are on one worker, its home. */
export class CitusCell implements CellServer {
  readonly id: string
  readonly #nodes: CitusNodes
  readonly #passwords: Passwords
  readonly #logs: StatementLog[]
  #home: CitusNode
  #schema = ''

  constructor(nodes: CitusNodes, id: string, home: CitusNode, passwords: Passwords) {
    this.id = id
    this.#nodes = nodes
    this.#home = home
    this.#passwords = passwords
    this.#logs = this.#all.map((node) => new StatementLog(node.logFile, (line) => this.#isOwn(line)))
  }

  get home(): CitusNode {
    return this.#home
  }

  /**
   * Each URL of the service lists the hosts of all workers. A session goes to the worker that accepts writes of the
   * cell.
   */
  get postgres(): RunningPostgres {
    const { coordinator, workers } = this.#nodes
    const { owner, application, console } = this.#passwords
    const hosts = workers.map(({ port }) => `${HOST}:${port}`).join(',')
    const url = (role: string, password: string): string =>
      `postgresql://${role}:${password}@${hosts}/${DATABASE}`
    return {
      ...coordinator.postgres,
      ownerUrl: (name) =>
        `postgresql://pix_owner:${owner}@${HOST}:${coordinator.port}/${DATABASE}?options=-c%20search_path%3D${this.#name(name)}`,
      applicationUrl: (name) => url(`${APPLICATION_ROLE}_${this.#name(name)}`, application),
      consoleUrl: (name) => url(`${CONSOLE_ROLE}_${this.#name(name)}`, console),
      createDatabase: (name) => this.#createSchema(name),
    }
  }

  pids(): number[] {
    return this.#all.map(({ postgres }) => postgres.pid)
  }

  /**
   * Creates the tables in the schema, then distributes the schema to the home. The later migrations run in the
   * distributed schema, as those of a new build will do.
   */
  async migrate(name: string): Promise<void> {
    const { coordinator } = this.#nodes
    const ownerUrl = this.postgres.ownerUrl(name)
    const last = MIGRATIONS.findIndex((migration) => migration.name === LAST_LOCAL)
    await runMigrations(ownerUrl, await readMigrations(MIGRATIONS.slice(0, last + 1)))
    // While a table changes, Citus copies it by logical replication. Logical replication does not support unlogged
    // tables.
    await coordinator.run(`alter table ${this.#schema}.rate_limit set logged`)
    await coordinator.run('select citus_schema_distribute($1::text::regnamespace)', [this.#schema])
    await migrateDatabase(ownerUrl)
    await adaptFunctions(coordinator, this.#schema)
    if ((await this.#findPort()) !== this.#home.port) await this.#moveTables(this.#home, 'block_writes')
    await this.#releaseReturns(this.#home, await this.#incarnationOf(coordinator))
    for (const node of this.#nodes.workers) await this.#admit(node, node === this.#home)
  }

  /**
   * Moves the cell to another worker. The cell serves calls while Citus copies its tables. Then Citus blocks the writes
   * and places the tables on the other worker. Shortly before Citus blocks the writes, this function starts to refuse
   * the calls of the cell. Otherwise, a session on the old worker would use several connections to the new worker.
   * These connections do not see each other's uncommitted rows. Returns how long Citus worked, and for how long the
   * calls were refused, in milliseconds.
   */
  async moveTo(target: CitusNode): Promise<{ workedMs: number; refusedMs: number }> {
    const source = this.#home
    const incarnation = await this.#incarnationOf(source)
    const startedMs = performance.now()
    const end = new AbortController()
    const moving = this.#moveTables(target, 'auto').finally(() => end.abort())
    await this.#waitForLastChanges(end.signal)
    const refusedMs = performance.now()
    await this.#admit(source, false)
    await source.run('select pg_terminate_backend(pid) from pg_stat_activity where usename = any($1)', [
      this.#roles,
    ])
    await moving
    await this.#releaseReturns(target, incarnation)
    await this.#admit(target, true)
    this.#home = target
    const endedMs = performance.now()
    return { workedMs: endedMs - startedMs, refusedMs: endedMs - refusedMs }
  }

  /** Waits until the tables of the cell are copied, with their indexes, and only the last changes are missing. */
  async #waitForLastChanges(end: AbortSignal): Promise<void> {
    while (!end.aborted) {
      const rows = await this.#nodes.coordinator.run<{ status: string }>(
        'select distinct status from get_rebalance_progress()',
      )
      if (rows.some(({ status }) => LAST_CHANGES.includes(status))) return
      await systemClock.sleep(POLL_MS)
    }
  }

  async #incarnationOf(node: CitusNode): Promise<string> {
    const [row] = await node.run<{ incarnation: string }>(
      `select ${this.#schema}.database_incarnation() as incarnation`,
    )
    if (!row) throw new Error('BUG: a select without a table returned no row')
    return row.incarnation
  }

  /**
   * Releases the returns on the worker with the tables, if they were released on the node `was`. Citus moved all rows,
   * so no commit was lost.
   */
  async #releaseReturns(home: CitusNode, was: string): Promise<void> {
    await home.run(
      `update ${this.#schema}.return_hold set released_incarnation = $1 where released_incarnation = $2`,
      [await this.#incarnationOf(home), was],
    )
  }

  async logStatements(isOn: boolean): Promise<void> {
    for (const node of this.#all) {
      await node.run(`alter system ${isOn ? `set log_statement = 'all'` : 'reset log_statement'}`)
      await node.run('select pg_reload_conf()')
    }
    this.takeCounts()
  }

  takeCounts(): StatementCounts {
    const counts = this.#logs.map((log) => log.take())
    return {
      statements: counts.reduce((sum, { statements }) => sum + statements, 0),
      directoryReads: counts.reduce((sum, { directoryReads }) => sum + directoryReads, 0),
    }
  }

  get #all(): CitusNode[] {
    return [this.#nodes.coordinator, ...this.#nodes.workers]
  }

  get #roles(): string[] {
    return [APPLICATION_ROLE, CONSOLE_ROLE].map((role) => `${role}_${this.#schema}`)
  }

  #isOwn(line: string): boolean {
    return this.#roles.some((role) => line.startsWith(`${role} `))
  }

  #name(database: string): string {
    return `${database}_${this.id}`
  }

  /** Creates the schema of the cell, and the two roles that see no other schema. */
  async #createSchema(database: string): Promise<void> {
    const schema = this.#name(database)
    const { coordinator } = this.#nodes
    const { application, console } = this.#passwords
    this.#schema = schema
    await coordinator.run(`create schema ${schema} authorization pix_owner`)
    for (const { group, password } of [
      { group: APPLICATION_ROLE, password: application },
      { group: CONSOLE_ROLE, password: console },
    ]) {
      const role = `${group}_${schema}`
      await coordinator.run(`create role ${role} login password '${password}' in role ${group}`)
      for (const node of this.#all) await node.allowBetweenNodes(role, password)
      await coordinator.run(`alter role ${role} set search_path = ${schema}`)
      await coordinator.run(`grant usage on schema ${schema} to ${role}`)
      for (const limit of LIMIT_STATEMENTS.filter((text) => text.includes(` ${group} `)))
        await coordinator.run(limit.replace(` ${group} `, ` ${role} `))
    }
  }

  /** Makes the sessions of the service on a worker writable or not. The service uses the worker that is writable. */
  async #admit(node: CitusNode, isHome: boolean): Promise<void> {
    for (const role of this.#roles)
      await node.run(
        `set citus.enable_ddl_propagation = off;
        alter role ${role} set default_transaction_read_only = ${isHome ? 'off' : 'on'}`,
      )
  }

  /**
   * Moves the tables. With `auto`, Citus copies them while the cell serves calls, and needs a replica identity of each.
   */
  async #moveTables(target: CitusNode, mode: 'auto' | 'block_writes'): Promise<void> {
    await this.#nodes.coordinator.run(
      'select citus_schema_move($1::text::regnamespace, $2::text, $3::integer, $4::citus.shard_transfer_mode)',
      [this.#schema, HOST, target.port, mode],
    )
  }

  /** Returns the port of the worker that has the tables. */
  async #findPort(): Promise<number | undefined> {
    const [row] = await this.#nodes.coordinator.run<{ port: number }>(
      `select n.nodeport as port from pg_dist_shard s
       join pg_dist_placement p on p.shardid = s.shardid
       join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
       where s.logicalrelid = $1::text::regclass`,
      [`${this.#schema}.merchant`],
    )
    return row?.port
  }
}
