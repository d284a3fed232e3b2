import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { generatePasswords, startPostgres, type RunningPostgres } from '../stack/postgres.ts'
import { OWNER_ROLE } from '../stack/postgres-cluster.ts'
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

const PAID_BEFORE = 'paid_before'
const EMPTY_BEFORE = 'empty_before'
const PAID_RUNNING = 'paid_running'
const PAID_AFTER = 'paid_after'

/**
 * Creates one database with the migrations before `return_hold`, and three copies of it with a payment. Creates
 * `return_hold` in the last copy.
 */
async function prepare(postgres: RunningPostgres): Promise<void> {
  const all = await readMigrations()
  const upTo = (last: string) => all.slice(0, all.findIndex(({ name }) => name === last) + 1)
  await postgres.createDatabase(EMPTY_BEFORE)
  await runMigrations(postgres.ownerUrl(EMPTY_BEFORE), upTo('0355-correlation-ids'))
  for (const database of [PAID_BEFORE, PAID_RUNNING, PAID_AFTER]) {
    // With the default strategy, a recovery may reset the sequences of the copied database to earlier values.
    const copy = `create database ${database} owner ${OWNER_ROLE} template ${EMPTY_BEFORE} strategy file_copy`
    await query(postgres.superuserUrl, [copy])
    const withoutKeys = 'set session_replication_role = replica'
    await query(superuserUrl(postgres, database), [withoutKeys, PAYMENT])
  }
  await runMigrations(postgres.ownerUrl(PAID_AFTER), upTo('0360-return-hold'))
}

test('migrations hold returns only in a restored backup that contains payments and lacks the table return_hold', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pix-restored-'))
  const options = { dataDir, port: 0, passwords: generatePasswords() }
  let postgres = await startPostgres(options)
  onTestFinished(async () => {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  await prepare(postgres)
  await runMigrations(postgres.ownerUrl(PAID_RUNNING), await readMigrations())
  expect(await isHeld(postgres, PAID_RUNNING)).toBe(false)

  // Restart PostgreSQL as after a restore: at the end of an archive recovery, the database gets a new timeline.
  await postgres.stop()
  appendFileSync(join(dataDir, 'postgresql.auto.conf'), `restore_command = 'false'\nhot_standby = off\n`)
  writeFileSync(join(dataDir, 'recovery.signal'), '')
  postgres = await startPostgres(options)
  const dayEarlier = `update migration set executed_at = executed_at - interval '25 hours'`
  await query(superuserUrl(postgres, PAID_AFTER), [dayEarlier])
  const names = [PAID_BEFORE, EMPTY_BEFORE, PAID_AFTER]
  const held: boolean[] = []
  for (const name of names) {
    await runMigrations(postgres.ownerUrl(name), await readMigrations())
    held.push(await isHeld(postgres, name))
  }
  expect(held).toEqual([true, false, false])
})
