import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemIds } from '../src/kernel/ids.ts'
import { findFreePort } from './ports.ts'
import { findBinaries, prepareFolder, postgresUser, type RunAs } from './postgres-binaries.ts'
import {
  APPLICATION_ROLE,
  createDatabase,
  createCluster,
  createRoles,
  OWNER_ROLE,
  type Passwords,
} from './postgres-cluster.ts'
import { launch, PostgresError, type PostgresProcess } from './postgres-process.ts'

export interface StartPostgres {
  /** The cluster's own folder; made when missing. */
  dataDir: string
  /** 0 takes a free one. */
  port: number
  /** For tests: faster because a power cut may lose it, and deleted by `stop`. */
  ephemeral?: boolean
  /** Needed again at every start of a cluster that stays; made up when absent. */
  passwords?: Passwords
  /** Takes PostgreSQL's own log, line by line. */
  log?: (line: string) => void
}

export interface RunningPostgres {
  port: number
  pid: number
  superuserUrl: string
  /** As `pix_owner`, who owns the databases made by `createDatabase` and migrates them. */
  ownerUrl(database: string): string
  /** As `pix_app`, the application. */
  applicationUrl(database: string): string
  /** Makes the database, owned by `pix_owner`, unless it is there. */
  createDatabase(name: string): Promise<void>
  /** Settles when the server has ended, whoever ended it. */
  exited: Promise<void>
  /** A fast shutdown: open transactions are rolled back, nothing committed is lost. */
  stop(): Promise<void>
}

const PORT_TRIES_MAX = 5
const SECRET_BYTES = 24

/**
 * Starts a PostgreSQL of our own on loopback; the first start makes its cluster and the two roles.
 * It ends with this process, however that ends. Several may run at once, each with its own folder.
 * @throws PostgresError
 */
export async function startPostgres(options: StartPostgres): Promise<RunningPostgres> {
  const passwords = options.passwords ?? generatePasswords()
  const user = postgresUser()
  const binaries = findBinaries(user)
  const dataDir = reachableFolder(options, user)
  if (!existsSync(join(dataDir, 'PG_VERSION'))) createCluster(binaries, { user, dataDir, passwords })

  for (let tries = 1; ; tries++) {
    const port = options.port === 0 ? await findFreePort() : options.port
    try {
      const process = await launch(binaries, { ...options, dataDir, port, user })
      const running = describe(process, { port, passwords })
      await createRoles(running.superuserUrl, passwords)
      return running
    } catch (error) {
      const taken = error instanceof PostgresError && error.reason === 'port_in_use'
      if (taken && options.port === 0 && tries < PORT_TRIES_MAX) continue
      if (options.ephemeral) rmSync(dataDir, { recursive: true, force: true })
      throw error
    }
  }
}

/** Three fresh passwords, none to be guessed. */
export function generatePasswords(): Passwords {
  return { superuser: secret(), owner: secret(), application: secret() }
}

const secret = (): string => systemIds.bytes(SECRET_BYTES).toString('base64url')

function reachableFolder(options: StartPostgres, user: RunAs): string {
  if (prepareFolder(options.dataDir, user)) return options.dataDir
  if (options.ephemeral) {
    rmSync(options.dataDir, { recursive: true })
    const elsewhere = mkdtempSync(join(tmpdir(), 'pix-postgres-'))
    if (prepareFolder(elsewhere, user)) return elsewhere
  }
  throw new PostgresError(
    'unreachable_folder',
    `PostgreSQL's user cannot reach ${options.dataDir}: a folder above it is closed to other users.`,
  )
}

function describe(
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
    createDatabase: (name) => createDatabase(superuserUrl, name),
    exited: process.exited,
    stop: () => process.stop(),
  }
}
