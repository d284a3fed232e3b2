import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { MIGRATIONS } from '../migrations/list.ts'
import { languageFaults } from '../stack/checks/language-rules.ts'
import { runCli } from './cli/program.ts'
import { findMissingMigrations, migrateDatabase, openDatabase } from './database.ts'
import { readCatalogue } from './testing/catalogue.ts'
import { cloneDatabase, createEmptyDatabase, type TestDatabase } from './testing/test-database.ts'

/** The names of the baseline migration and of all migrations after it. */
const NAMES = MIGRATIONS.map(({ name }) => name)
const FIXTURE = join(import.meta.dirname, 'testing/fixtures/schema-before-baseline.sql')

interface Opened {
  database: TestDatabase
  /** A client that is connected as the owner of the database. */
  client: Client
}

async function open(database: TestDatabase): Promise<Opened> {
  const client = new Client({ connectionString: database.ownerUrl })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await database.drop()
  })
  return { database, client }
}

/** Creates a database with the schema and the migration rows of the last build before the baseline migration. */
async function databaseBeforeBaseline(): Promise<Opened> {
  const opened = await open(await createEmptyDatabase())
  await opened.client.query(readFileSync(FIXTURE, 'utf8'))
  return opened
}

const ROWS = `
  insert into staff (id, email, name, role, created_at, updated_at)
    values (gen_random_uuid(), 'ana@example.com', 'Ana', 'admin', now(), now());
  insert into audit_entry (id, occurred_at, actor, action, target_type, correlation_id)
    values (gen_random_uuid(), now(), 'staff:ana', 'staff.create', 'staff', 'request');
  insert into webhook_event (id, merchant_id, environment, type, version, body, source_type, source_id, created_at)
    values ('evt_01ARZ3NDEKTSV4RRFFQ69G5FAV', gen_random_uuid(), 'production', 'charge.paid', '1', '{}', 'charge', '1',
      now())`

const appliedIn = async (client: Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>('select name from migration order by id')
  return rows.map(({ name }) => name)
}

/** Tables whose rows only migrations write: the table of the migrator, and tables of migrations after the baseline. */
const WITHOUT_OLD_ROWS = ['migration', 'return_hold', 'pix_account', 'cell', 'directory_head']

/**
 * Returns the rows of every table except `WITHOUT_OLD_ROWS`, as sorted JSON texts. Leaves out null values, because
 * later migrations add nullable columns.
 */
async function rowsIn(client: Client): Promise<Record<string, string[]>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all($1) order by relname`,
    [WITHOUT_OLD_ROWS],
  )
  const found: Record<string, string[]> = {}
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(
      `select jsonb_strip_nulls(to_jsonb(t))::text as row from ${name} t order by 1`,
    )
    if (rows.length > 0) found[name] = rows.map(({ row }) => row)
  }
  return found
}

const stateOf = async (client: Client) => ({
  applied: await appliedIn(client),
  rows: await rowsIn(client),
  catalogue: await readCatalogue(client),
})

/** Returns the output of the command `migrate`. */
async function printedByMigrate({ url, ownerUrl }: TestDatabase): Promise<string> {
  let printed = ''
  const print = (text: string): void => void (printed += text)
  const env = { DATABASE_URL: url, MIGRATION_DATABASE_URL: ownerUrl }
  await runCli({ env, input: Readable.from([]), out: print, err: print, failed: false }, ['migrate'])
  return printed
}

async function isReady(database: TestDatabase): Promise<boolean> {
  const opened = openDatabase({ url: database.url, poolSize: 1, applicationName: 'test' })
  try {
    return (await findMissingMigrations(opened.em())).length === 0
  } finally {
    await opened.close()
  }
}

test('migrate of a database without the baseline records the baseline as applied, and keeps all rows', async () => {
  const { database, client } = await databaseBeforeBaseline()
  const fresh = await open(await cloneDatabase())
  expect(await rowsIn(client)).toEqual(await rowsIn(fresh.client))
  await client.query(ROWS)
  const rows = await rowsIn(client)
  expect(await isReady(database)).toBe(false)

  expect(await migrateDatabase(database.ownerUrl)).toEqual(NAMES)

  expect(await isReady(database)).toBe(true)
  expect(await appliedIn(client)).toEqual(await appliedIn(fresh.client))
  expect(await rowsIn(client)).toEqual(rows)
  expect(await readCatalogue(client)).toEqual(await readCatalogue(fresh.client))
  expect(await migrateDatabase(database.ownerUrl)).toEqual([])
})

test('migrate refuses a database that lacks a migration before the baseline, and changes nothing', async () => {
  const { database, client } = await databaseBeforeBaseline()
  await client.query(`delete from migration where name = '0240-known-network'`)
  const before = await stateOf(client)
  expect(await printedByMigrate(database)).toBe(
    'error: database: The database lacks 1 of the 36 migrations before the baseline (the first is 0240-known-network): ' +
      'run "migrate" of the build before the baseline, whose last migration is 0250-payout-key, and then "migrate" of ' +
      'this build.\n',
  )
  expect(await stateOf(client)).toEqual(before)
  expect(await isReady(database)).toBe(false)
})

test('migrate refuses a database with a migration that this build does not know, and changes nothing', async () => {
  const { database, client } = await databaseBeforeBaseline()
  await client.query(`insert into migration (name) values ('0251-elsewhere')`)
  const before = await stateOf(client)
  await expect(migrateDatabase(database.ownerUrl)).rejects.toThrow(
    'The database has the migration 0251-elsewhere, which this build does not know: use the build that applied it.',
  )
  expect(await stateOf(client)).toEqual(before)
})

test('an adoption of the baseline that fails halfway changes nothing', async () => {
  const { database, client } = await databaseBeforeBaseline()
  // The last statements of the adoption set table comments. The renamed table makes these statements fail, after the
  // adoption has replaced the migration rows and dropped a function.
  await client.query('alter table rate_limit rename to renamed')
  const before = await stateOf(client)
  await expect(migrateDatabase(database.ownerUrl)).rejects.toThrow('relation "rate_limit" does not exist')
  expect(await stateOf(client)).toEqual(before)
})

test('every table has a comment, and every comment follows the language rules', async () => {
  const { client } = await open(await cloneDatabase())
  const { rows } = await client.query<{ name: string; text: string | null }>(
    `select relname as name, obj_description(oid, 'pg_class') as text from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname <> 'migration'
     union all
     select objoid::regclass || '.' || objsubid, description from pg_description
     where classoid = 'pg_class'::regclass and objoid >= 16384 and objsubid > 0`,
  )
  expect(rows.filter(({ text }) => text === null)).toEqual([])
  expect(rows.flatMap(({ text }) => languageFaults({ line: 0, text: text ?? '' }))).toEqual([])
})
