import { escapeIdentifier } from 'pg'
import { inject } from 'vitest'
import { isolateAccounts } from '../../migrations/sandbox/isolate-accounts.ts'
import { APPLICATION_ROLE, CONSOLE_ROLE } from '../kernel/database/role-limits.ts'
import { systemIds } from '../kernel/ids.ts'
import { runStatements } from './clients/run-statements.ts'
import { TEMPLATE } from './database-server.ts'
import { PATIENT_MS } from './test-clock.ts'

export interface TestDatabase {
  /** URL with the application's role. */
  url: string
  /** URL with the console's role. */
  consoleUrl: string
  /** URL with the role that owns the tables. */
  ownerUrl: string
  superuserUrl: string
  /** Runs SQL statements as the superuser, who has every privilege. */
  asSuperuser(...statements: string[]): Promise<void>
  /** Sets a limit of a role in this database only. The limit applies only to connections opened afterwards. */
  setLimit(role: string, name: string, ms: number): Promise<void>
  drop(): Promise<void>
}

/**
 * PostgreSQL's time limits that an SQL statement of the service could reach on a slow machine. A test of such a limit
 * sets a short limit itself.
 */
const SHORT_LIMITS = ['statement_timeout', 'lock_timeout']

/** Creates a database with a random name as a copy of the migrated template. */
export const cloneDatabase = (): Promise<TestDatabase> =>
  createDatabase(`template ${TEMPLATE} strategy file_copy`)

/** Creates a sandbox database with a random name. */
export async function cloneSandboxDatabase(): Promise<TestDatabase> {
  const database = await cloneDatabase()
  await isolateAccounts(database.ownerUrl)
  return database
}

/** Creates a database with a random name and without tables. */
export const createEmptyDatabase = (): Promise<TestDatabase> => createDatabase('template template1')

async function createDatabase(options: string): Promise<TestDatabase> {
  const { superuserUrl, ownerUrl, applicationUrl, consoleUrl } = inject('postgres')
  const name = `test_${systemIds.bytes(6).toString('hex')}`
  const withName = (url: string) => url.replace(`/${TEMPLATE}`, `/${name}`)
  const database = escapeIdentifier(name)
  const setLimit = (role: string, limit: string, ms: number): string =>
    `alter role ${role} in database ${database} set ${limit} = '${ms}ms'`
  const patience = [APPLICATION_ROLE, CONSOLE_ROLE].flatMap((role) =>
    SHORT_LIMITS.map((limit) => setLimit(role, limit, PATIENT_MS)),
  )
  await runStatements(superuserUrl, `create database ${database} owner pix_owner ${options}`, ...patience)
  const ownSuperuserUrl = Object.assign(new URL(superuserUrl), { pathname: `/${name}` }).toString()
  return {
    url: withName(applicationUrl),
    consoleUrl: withName(consoleUrl),
    ownerUrl: withName(ownerUrl),
    superuserUrl: ownSuperuserUrl,
    asSuperuser: (...statements) => runStatements(ownSuperuserUrl, ...statements),
    setLimit: (role, limit, ms) => runStatements(superuserUrl, setLimit(role, limit, ms)),
    drop: () => runStatements(superuserUrl, `drop database if exists ${database} with (force)`),
  }
}
