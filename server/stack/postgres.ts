import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemIds } from '../src/kernel/ids.ts'
import { findFreePort } from './ports.ts'
import { findBinaries, prepareFolder, postgresUser, type Binaries, type RunAs } from './postgres-binaries.ts'
import { APPLICATION_ROLE, CONSOLE_ROLE } from '../src/kernel/database/role-limits.ts'
import { createDatabase, createCluster, createRoles, OWNER_ROLE, type Passwords } from './postgres-cluster.ts'
import { launch, PostgresError, type PostgresProcess } from './postgres-process.ts'

export interface StartPostgres {
  /** The cluster's folder. Created when missing. */
  dataDir: string
  /** The port of the server; 0 selects a free port. */
  port: number
  /**
   * For tests. If true, the cluster is faster but not durable after a power failure, and `stop` deletes the cluster.
   */
  ephemeral?: boolean
  /** A durable cluster needs the same passwords at every start. By default, random passwords are generated. */
  passwords?: Passwords
  /** The programs of another PostgreSQL of the same major version. By default, the programs of the npm package run. */
  binaries?: Binaries
  /** Further settings of PostgreSQL, by name. */
  settings?: Readonly<Record<string, string>>
  /** Called with each line of PostgreSQL's log. */
  log?: (line: string) => void
}

export interface RunningPostgres {
  port: number
  pid: number
  superuserUrl: string
  /** URL of the role `pix_owner`, which owns and migrates the databases of `createDatabase`. */
  ownerUrl(database: string): string
  /** URL of the application's role `pix_app`. */
  applicationUrl(database: string): string
  /** URL of the console's role `pix_console`, a member of `pix_app` with tighter limits. */
  consoleUrl(database: string): string
  /** Creates the database, owned by `pix_owner`, unless it exists. */
  createDatabase(name: string): Promise<void>
  /** Resolves when the server has ended for any reason. */
  exited: Promise<void>
  /** Shuts down in fast mode, which rolls back open transactions and keeps committed data. */
  stop(): Promise<void>
}

const PORT_TRIES_MAX = 5
const SECRET_BYTES = 24

/**
 * Starts the embedded PostgreSQL on loopback. The first start creates the cluster and the three roles. The server ends
 * when this process ends, even by SIGKILL. Several servers can run in parallel, each with its own folder.
 * @throws PostgresError
 */
export async function startPostgres(options: StartPostgres): Promise<RunningPostgres> {
  const passwords = options.passwords ?? generatePasswords()
  const user = postgresUser()
  const binaries = options.binaries ?? findBinaries(user)
  const dataDir = reachableFolder(options, user)
  const { ephemeral } = options
  if (!existsSync(join(dataDir, 'PG_VERSION')))
    createCluster(binaries, { user, dataDir, passwords, ephemeral })

  for (let tries = 1; ; tries++) {
    const port = options.port === 0 ? await findFreePort() : options.port
    try {
      const process = await launch(binaries, { ...options, dataDir, port, user })
      const running = describeRunning(process, { port, passwords })
      await createRoles(running.superuserUrl, passwords)
      return running
    } catch (error) {
      const isPortInUse = error instanceof PostgresError && error.reason === 'port_in_use'
      if (isPortInUse && options.port === 0 && tries < PORT_TRIES_MAX) continue
      if (options.ephemeral) rmSync(dataDir, { recursive: true, force: true })
      throw error
    }
  }
}

/** Generates four random passwords. */
export function generatePasswords(): Passwords {
  return { superuser: secret(), owner: secret(), application: secret(), console: secret() }
}

const secret = (): string => systemIds.bytes(SECRET_BYTES).toString('base64url')

function reachableFolder(options: StartPostgres, user: RunAs): string {
  if (prepareFolder(options.dataDir, user)) return options.dataDir
  if (options.ephemeral) {
    rmSync(options.dataDir, { recursive: true })
    const temporary = mkdtempSync(join(tmpdir(), 'pix-postgres-'))
    if (prepareFolder(temporary, user)) return temporary
  }
  throw new PostgresError(
    'unreachable_folder',
    `PostgreSQL's user cannot reach ${options.dataDir}: one of its parent folders is closed to other users.`,
  )
}

function describeRunning(
  process: PostgresProcess,
  { port, passwords }: { port: number; passwords: Passwords },
): RunningPostgres {
  const url = (role: string, password: string, database: string): string =>
    `postgresql://${role}:${password}@127.0.0.1:${port}/${database}`
  const superuserUrl = url('postgres', passwords.superuser, 'postgres')
  return {
    port,
    pid: process.pid,
    superuserUrl,
    ownerUrl: (database) => url(OWNER_ROLE, passwords.owner, database),
    applicationUrl: (database) => url(APPLICATION_ROLE, passwords.application, database),
    consoleUrl: (database) => url(CONSOLE_ROLE, passwords.console, database),
    createDatabase: (name) => createDatabase(superuserUrl, name),
    exited: process.exited,
    stop: () => process.stop(),
  }
}
