import { Client, escapeIdentifier } from 'pg'
import { inject } from 'vitest'
import { systemIds } from '../kernel/ids.ts'
import { TEMPLATE } from './database-server.ts'

export interface TestDatabase {
  /** Connects as the application role. */
  url: string
  /** Connects as the console's role. */
  consoleUrl: string
  /** Connects as the role that owns the tables. */
  ownerUrl: string
  superuserUrl: string
  /** Sets a limit of a role in this database only. The limit applies to connections that are opened later. */
  setLimit(role: string, name: string, ms: number): Promise<void>
  drop(): Promise<void>
}

/** Creates a database with a random name as a copy of the migrated template. */
export const cloneDatabase = (): Promise<TestDatabase> =>
  createDatabase(`template ${TEMPLATE} strategy file_copy`)

/** Creates a database with a random name and without tables. */
export const createEmptyDatabase = (): Promise<TestDatabase> => createDatabase('template template1')

async function createDatabase(options: string): Promise<TestDatabase> {
  const { superuserUrl, ownerUrl, applicationUrl, consoleUrl } = inject('postgres')
  const name = `test_${systemIds.bytes(6).toString('hex')}`
  const withName = (url: string) => url.replace(`/${TEMPLATE}`, `/${name}`)
  await run(superuserUrl, `create database ${escapeIdentifier(name)} owner pix_owner ${options}`)
  return {
    url: withName(applicationUrl),
    consoleUrl: withName(consoleUrl),
    ownerUrl: withName(ownerUrl),
    superuserUrl: Object.assign(new URL(superuserUrl), { pathname: `/${name}` }).toString(),
    setLimit: (role, limit, ms) =>
      run(superuserUrl, `alter role ${role} in database ${escapeIdentifier(name)} set ${limit} = '${ms}ms'`),
    drop: () => run(superuserUrl, `drop database if exists ${escapeIdentifier(name)} with (force)`),
  }
}

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
