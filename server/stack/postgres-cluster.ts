import { spawnSync } from 'node:child_process'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'
import { prepareFolder, type Binaries, type RunAs } from './postgres-binaries.ts'
import { PostgresError } from './postgres-process.ts'

export const OWNER_ROLE = 'pix_owner'
export const APPLICATION_ROLE = 'pix_app'

export interface Passwords {
  superuser: string
  owner: string
  application: string
}

/** Texts sort and fold alike on every machine, whatever locales it has. */
const LOCALE = [
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
]

/**
 * Makes an empty cluster in the empty folder `dataDir`; it takes no connection without a password. It is made beside
 * its place and moved there when it is whole, so that one half made by a start that was killed is never used.
 */
export function createCluster(
  binaries: Binaries,
  { user, dataDir, passwords }: { user: RunAs; dataDir: string; passwords: Passwords },
): void {
  const folder = mkdtempSync(join(tmpdir(), 'pix-initdb-'))
  const passwordFile = join(folder, 'password')
  const making = `${dataDir}.making`
  try {
    prepareFolder(folder, user)
    rmSync(making, { recursive: true, force: true })
    prepareFolder(making, user)
    // Readable for PostgreSQL's user, to whom the folder belongs, and by that closed to everyone else.
    writeFileSync(passwordFile, `${passwords.superuser}\n`, { mode: 0o644 })
    const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
    const made = spawnSync(binaries.initdb, [`--pgdata=${making}`, ...access, ...LOCALE], {
      ...user,
      cwd: '/',
      env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
      encoding: 'utf8',
    })
    if (made.status !== 0) {
      const why = made.error?.message ?? made.stderr
      throw new PostgresError('other', `PostgreSQL's cluster could not be made: ${why}`)
    }
    rmSync(dataDir, { recursive: true })
    renameSync(making, dataDir)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The two roles of the service, with these passwords. Made again as often as you like. */
export async function createRoles(superuserUrl: string, passwords: Passwords): Promise<void> {
  const roles = [
    { name: OWNER_ROLE, password: passwords.owner },
    { name: APPLICATION_ROLE, password: passwords.application },
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
  })
}

/** Makes a database owned by `pix_owner`, open to the application role and nobody else, unless it is there. */
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
