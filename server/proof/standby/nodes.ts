import { appendFileSync, createWriteStream, rmSync } from 'node:fs'
import { join } from 'node:path'
import { connect, until, type Stack } from '../../bench/stack.ts'
import { findFreePort } from '../../stack/ports.ts'
import { findBinaries, postgresUser } from '../../stack/postgres-binaries.ts'
import { launch } from '../../stack/postgres-process.ts'
import type { RunningPostgres } from '../../stack/postgres.ts'
import { clusterFolder } from '../../stack/cluster-folder.ts'
import { copyCluster, writeOwned } from '../restore/cluster.ts'

const WAIT_MAX_MS = 120_000
const STANDBY = 'standby'

/**
 * Two PostgreSQL servers with their own folders and ports: the primary and its standby. A failover swaps their roles.
 */
export class Nodes {
  readonly #stack: Stack
  #primary: Node
  #standby: Node & { process?: RunningPostgres }

  private constructor(stack: Stack, primary: Node, standby: Node) {
    this.#stack = stack
    this.#primary = primary
    this.#standby = standby
  }

  /** Uses the running cluster of the stack as the primary. */
  static async open(stack: Stack): Promise<Nodes> {
    const primary = { folder: clusterFolder(stack.dataDir), port: stack.postgres.port }
    return new Nodes(stack, primary, {
      folder: join(stack.dataDir, 'postgres-2'),
      port: await findFreePort(),
    })
  }

  /** Returns a URL that names the hosts of both nodes, as an operator configures it. */
  both(url: string): string {
    const [first, second] = [this.#primary, this.#standby].map(({ port }) => `127.0.0.1:${port}`).toSorted()
    const target = '?target_session_attrs=read-write'
    return url.replace(/127\.0\.0\.1:\d+/, `${first},${second}`) + target
  }

  /**
   * Copies the primary as a new standby, starts the standby, and makes replication synchronous. Resolves when every
   * commit waits for the standby.
   */
  async buildStandby(): Promise<void> {
    const { folder, port } = this.#standby
    const { superuserUrl } = this.#stack.postgres
    await command(superuserUrl, `alter system set wal_keep_size = '1GB'`, 'select pg_reload_conf()')
    rmSync(folder, { recursive: true, force: true })
    await copyCluster(superuserUrl, this.#primary.folder, folder)
    const source = new URL(superuserUrl)
    const password = decodeURIComponent(source.password)
    const conninfo = `host=127.0.0.1 port=${source.port} user=postgres password=${password} application_name=${STANDBY}`
    // PostgreSQL uses the last value of a setting in this file. After its promotion, the standby must not wait for a
    // standby of its own.
    appendFileSync(
      join(folder, 'postgresql.auto.conf'),
      `primary_conninfo = '${conninfo}'\nsynchronous_standby_names = ''\n`,
    )
    await writeOwned(folder, 'standby.signal', '')
    this.#standby.process = await startNode(this.#stack, { folder, port })
    await command(
      superuserUrl,
      `alter system set synchronous_standby_names = '${STANDBY}'`,
      'select pg_reload_conf()',
    )
    await until('synchronous replication', WAIT_MAX_MS, async () => {
      const [row] = await command<{ count: bigint }>(
        superuserUrl,
        `select count(*) from pg_stat_replication where sync_state = 'sync' and state = 'streaming'`,
      )
      return row?.count === 1n
    })
  }

  /** Returns how many connections the service has to the standby, except those that search for the primary. */
  async countReaders(): Promise<number> {
    const [row] = await command<{ count: bigint }>(
      this.#runningStandby().superuserUrl,
      `select count(*) from pg_stat_activity
       where usename like 'pix%' and application_name <> 'search for the primary'`,
    )
    return Number(row?.count ?? 0n)
  }

  /** Kills the primary with SIGKILL and promotes the standby. Resolves when the standby accepts writes. */
  async failOver(): Promise<void> {
    const { pid, exited } = this.#stack.postgres
    const standby = this.#runningStandby()
    process.kill(pid, 'SIGKILL')
    await exited
    await command(standby.superuserUrl, 'select pg_promote(true, 60)')
    const { folder, port } = this.#standby
    this.#standby = this.#primary
    this.#primary = { folder, port }
    this.#stack.postgres = standby
  }

  async stopStandby(): Promise<void> {
    await this.#standby.process?.stop()
  }

  #runningStandby(): RunningPostgres {
    const { process: running } = this.#standby
    if (!running) throw new Error('BUG: buildStandby was not called before the standby was used')
    return running
  }
}

interface Node {
  folder: string
  port: number
}

/** Starts PostgreSQL on the folder of a standby. The standby has the roles and the passwords of the primary. */
async function startNode(stack: Stack, { folder, port }: Node): Promise<RunningPostgres> {
  const user = postgresUser()
  const file = createWriteStream(join(stack.dataDir, 'logs', `postgres-${port}.log`), { flags: 'a' })
  const log = (line: string): void => void file.write(`${line}\n`)
  const started = await launch(findBinaries(user), { dataDir: folder, port, user, log })
  const at = (url: string): string => url.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${port}`)
  const { postgres } = stack
  return {
    ...started,
    port,
    superuserUrl: at(postgres.superuserUrl),
    ownerUrl: (database) => at(postgres.ownerUrl(database)),
    applicationUrl: (database) => at(postgres.applicationUrl(database)),
    consoleUrl: (database) => at(postgres.consoleUrl(database)),
    createDatabase: () =>
      Promise.reject(
        new Error('BUG: createDatabase was called on a copied cluster, which already has its databases'),
      ),
  }
}

/** Runs SQL statements as the user of the URL. Returns the rows of the last statement. */
async function command<Row extends object>(url: string, ...statements: string[]): Promise<Row[]> {
  const session = await connect(url)
  try {
    let rows: Row[] = []
    for (const statement of statements) rows = (await session.query<Row>(statement)).rows
    return rows
  } finally {
    await session.end()
  }
}
