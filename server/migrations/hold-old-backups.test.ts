import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { generatePasswords, startPostgres, type RunningPostgres } from '../stack/postgres.ts'
import { readMigrations } from './run/read-migrations.ts'
import { runMigrations } from './run/run-migrations.ts'

const PAYMENT = `
  insert into payment (merchant_id, id, journal_id, end_to_end_id, amount_cents, classification, paid_at, recorded_at)
  values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'E1', 1000, 'unmatched', now(), now())`

async function query<T extends object>(url: string, statements: string[]): Promise<T[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    let rows: T[] = []
    for (const statement of statements) rows = (await client.query<T>(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

const superuserUrl = (postgres: RunningPostgres, database: string): string =>
  Object.assign(new URL(postgres.superuserUrl), { pathname: `/${database}` }).toString()

const isHeld = async (postgres: RunningPostgres, database: string): Promise<boolean> => {
  const select = 'select held_since is not null as held from return_hold'
  const [row] = await query<{ held: boolean }>(postgres.ownerUrl(database), [select])
  if (!row) throw new Error('return_hold has no row')
  return row.held
}

/** Creates databases with the migrations up to `last`. Stores a payment in databases whose name begins with `paid`. */
async function prepare(postgres: RunningPostgres, databases: string[], last: string): Promise<void> {
  const all = await readMigrations()
  const old = all.slice(0, all.findIndex(({ name }) => name === last) + 1)
  for (const database of databases) {
    await postgres.createDatabase(database)
    await runMigrations(postgres.ownerUrl(database), old)
    if (!database.startsWith('paid')) continue
    const withoutKeys = 'set session_replication_role = replica'
    await query(superuserUrl(postgres, database), [withoutKeys, PAYMENT])
  }
}

test('migrations hold returns only in a restored backup that contains payments and lacks the table return_hold', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pix-restored-'))
  const options = { dataDir, port: 0, passwords: generatePasswords() }
  let postgres = await startPostgres(options)
  onTestFinished(async () => {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  await prepare(postgres, ['paid_before', 'empty_before', 'paid_running'], '0355-correlation-ids')
  await prepare(postgres, ['paid_after'], '0360-return-hold')
  await runMigrations(postgres.ownerUrl('paid_running'), await readMigrations())
  expect(await isHeld(postgres, 'paid_running')).toBe(false)

  // Restart PostgreSQL as after a restore: at the end of an archive recovery, the database gets a new timeline.
  await postgres.stop()
  appendFileSync(join(dataDir, 'postgresql.auto.conf'), `restore_command = 'false'\nhot_standby = off\n`)
  writeFileSync(join(dataDir, 'recovery.signal'), '')
  postgres = await startPostgres(options)
  const dayEarlier = `update migration set executed_at = executed_at - interval '25 hours'`
  await query(superuserUrl(postgres, 'paid_after'), [dayEarlier])
  const names = ['paid_before', 'empty_before', 'paid_after']
  const held: boolean[] = []
  for (const name of names) {
    await runMigrations(postgres.ownerUrl(name), await readMigrations())
    held.push(await isHeld(postgres, name))
  }
  expect(held).toEqual([true, false, false])
})
