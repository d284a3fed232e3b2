import { Client, escapeIdentifier } from 'pg'
import { inject } from 'vitest'
import { systemIds } from '../kernel/ids.ts'
import { TEMPLATE } from './database-server.ts'

export interface TestDatabase {
  /** As the application. */
  url: string
  /** As the owner of the tables. */
  ownerUrl: string
  superuserUrl: string
  drop(): Promise<void>
}

/** A database of its own, cloned from the migrated template. */
export async function cloneDatabase(): Promise<TestDatabase> {
  const { superuserUrl, ownerUrl, applicationUrl } = inject('postgres')
  const name = `test_${systemIds.bytes(6).toString('hex')}`
  const named = (url: string) => url.replace(`/${TEMPLATE}`, `/${name}`)
  await run(
    superuserUrl,
    `create database ${escapeIdentifier(name)} with template ${TEMPLATE} owner pix_owner strategy file_copy`,
  )
  return {
    url: named(applicationUrl),
    ownerUrl: named(ownerUrl),
    superuserUrl: Object.assign(new URL(superuserUrl), { pathname: `/${name}` }).toString(),
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
