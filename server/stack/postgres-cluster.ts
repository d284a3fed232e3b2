import { spawnSync } from 'node:child_process'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'
import { APPLICATION_ROLE, CONSOLE_ROLE, LIMIT_STATEMENTS } from '../src/kernel/database/role-limits.ts'
import { prepareFolder, type Binaries, type RunAs } from './postgres-binaries.ts'
import { PostgresError } from './postgres-process.ts'

export const OWNER_ROLE = 'pix_owner'

export interface Passwords {
  superuser: string
  owner: string
  application: string
  console: string
}

/**
 * Options of `initdb`: a built-in locale, so that sorting and case folding do not depend on the locales of the
 * machine.
 */
const LOCALE = [
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
]

/** Options of `initdb` for tests: commits may be lost after a power failure, and password checks are cheap. */
const EPHEMERAL_FLAGS = [
  '--no-sync',
  '--set=fsync=off',
  '--set=full_page_writes=off',
  '--set=synchronous_commit=off',
  '--set=scram_iterations=1',
  '--set=max_wal_size=512MB',
]

/**
 * Creates a cluster in the empty folder `dataDir`. Every connection needs a password. Creates the cluster in a
 * temporary folder and then renames the folder, so that a killed start leaves no incomplete cluster in `dataDir`. An
 * ephemeral cluster gets EPHEMERAL_FLAGS.
 */
export function createCluster(
  binaries: Binaries,
  {
    user,
    dataDir,
    passwords,
    ephemeral = false,
  }: { user: RunAs; dataDir: string; passwords: Passwords; ephemeral?: boolean | undefined },
): void {
  const folder = mkdtempSync(join(tmpdir(), 'pix-initdb-'))
  const passwordFile = join(folder, 'password')
  const temporary = `${dataDir}.making`
  try {
    prepareFolder(folder, user)
    rmSync(temporary, { recursive: true, force: true })
    prepareFolder(temporary, user)
    // PostgreSQL's user must read this file. Other users cannot read this file, because PostgreSQL's user owns the
    // folder (mode 0700).
    writeFileSync(passwordFile, `${passwords.superuser}\n`, { mode: 0o644 })
    const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
    const extra = ephemeral ? EPHEMERAL_FLAGS : []
    const result = spawnSync(binaries.initdb, [`--pgdata=${temporary}`, ...access, ...LOCALE, ...extra], {
      ...user,
      cwd: '/',
      env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
      encoding: 'utf8',
    })
    if (result.status !== 0) {
      const why = result.error?.message ?? result.stderr
      throw new PostgresError('other', `PostgreSQL's cluster could not be created: ${why}`)
    }
    rmSync(dataDir, { recursive: true })
    renameSync(temporary, dataDir)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Creates the service's three roles, or sets their passwords and limits. The function is idempotent. */
export async function createRoles(superuserUrl: string, passwords: Passwords): Promise<void> {
  const roles = [
    { name: OWNER_ROLE, password: passwords.owner },
    { name: APPLICATION_ROLE, password: passwords.application },
    { name: CONSOLE_ROLE, password: passwords.console },
  ]
  await asSuperuser(superuserUrl, async (client) => {
    for (const { name, password } of roles) {
      const found = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name])
      const verb = found.rowCount === 0 ? 'CREATE' : 'ALTER'
      const rights = 'LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE'
      await client.query(
        `${verb} ROLE ${escapeIdentifier(name)} ${rights} PASSWORD ${escapeLiteral(password)}`,
      )
    }
    await client.query(`GRANT ${APPLICATION_ROLE} TO ${CONSOLE_ROLE}`)
    // Lets a waiting migration show the state and the age of the blocking sessions.
    await client.query(`GRANT pg_read_all_stats TO ${OWNER_ROLE}`)
    for (const statement of LIMIT_STATEMENTS) await client.query(statement)
  })
}

/**
 * Creates a database owned by `pix_owner`, unless it exists. Besides the owner, only the application's roles may
 * connect.
 */
export async function createDatabase(superuserUrl: string, name: string): Promise<void> {
  await asSuperuser(superuserUrl, async (client) => {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
    const database = escapeIdentifier(name)
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${database} OWNER ${OWNER_ROLE}`)
    await client.query(`REVOKE ALL ON DATABASE ${database} FROM PUBLIC`)
    await client.query(`GRANT CONNECT ON DATABASE ${database} TO ${APPLICATION_ROLE}`)
  })
}

async function asSuperuser(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
