import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createEmptyDatabase } from '../../src/testing/test-database.ts'
import { eventually } from '../../src/testing/eventually.ts'
import { createIndexStatement, type NewIndex } from '../index-migration.ts'
import type { MigrationPlan } from './read-migrations.ts'
import { runMigrations } from './run-migrations.ts'
import type { RunnerOptions } from './runner.ts'

const LOCK_TIMEOUT_MS = 200
const BASELINE: MigrationPlan = { name: '0300-baseline', statements: [] }

/** Creates a database with the tables `sale` and `visit`; `visit` has the partitions `visit_1` and `visit_2`. */
async function database() {
  const created = await createEmptyDatabase()
  const clients: Client[] = []
  const connect = async (url: string): Promise<Client> => {
    const client = new Client({ connectionString: url, application_name: 'other' })
    client.on('error', () => undefined)
    await client.connect()
    clients.push(client)
    return client
  }
  onTestFinished(async () => {
    await Promise.all(clients.map((client) => client.end()))
    await created.drop()
  })
  const [owner, superuser] = [await connect(created.ownerUrl), await connect(created.superuserUrl)]
  await owner.query(`
    create table sale (id integer);
    create table visit (id integer) partition by list (id);
    create table visit_1 partition of visit for values in (1);
    create table visit_2 partition of visit for values in (2)`)
  await runMigrations(created.ownerUrl, [BASELINE])
  const lines: string[] = []
  return {
    owner,
    lines,
    connect: () => connect(created.ownerUrl),
    run: (plans: MigrationPlan[], options: RunnerOptions = {}) =>
      runMigrations(created.ownerUrl, [BASELINE, ...plans], {
        report: (line) => lines.push(line),
        lockTimeoutMs: LOCK_TIMEOUT_MS,
        ...options,
      }),
    applied: async () => {
      const { rows } = await owner.query<{ name: string }>('select name from migration where name <> $1', [
        BASELINE.name,
      ])
      return rows.map(({ name }) => name)
    },
    url: created.ownerUrl,
    /** Ends the sessions of the runner as a crash of PostgreSQL would. */
    killRunner: () =>
      superuser.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'migrate' and datname = current_database()`,
      ),
    isValid: async (index: string) => {
      const { rows } = await owner.query<{ valid: boolean }>(
        'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
        [index],
      )
      return rows[0]?.valid
    },
  }
}

const ADD_COLUMN: MigrationPlan = {
  name: '1-add-column',
  statements: ['alter table sale add column note text'],
}

const indexPlan = (name: string, index: NewIndex): MigrationPlan => ({
  name,
  statements: [createIndexStatement(index)],
  indexes: { build: [index], drop: [] },
})

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

test('other sessions can read a table between the attempts of a migration that waits for the table', async () => {
  const { run, lines, connect, applied } = await database()
  const reader = await connect()
  await reader.query('begin')
  await reader.query('select from sale')
  const done = run([ADD_COLUMN], { attemptsMax: 1_000 })
  await eventually(() => expect(lines.length).toBeGreaterThan(0))
  // Without the lock timeout, this statement would queue behind the migration until the end of the test.
  await (await connect()).query('select from sale')
  expect(await applied()).toEqual([])
  await reader.query('rollback')
  expect(await done).toEqual(['1-add-column'])
})

test('a migration that never gets its lock fails with its name and the blocking sessions, but without query texts', async () => {
  const { run, connect, applied } = await database()
  const reader = await connect()
  const { rows } = await reader.query<{ pid: number }>('select pg_backend_pid() as pid')
  await reader.query('begin')
  await reader.query(`select 'secret' from sale`)
  const failure = String(await failureOf(run([ADD_COLUMN], { attemptsMax: 2 })))
  expect(failure).toContain('1-add-column did not get its locks in 2 attempts of 200 ms')
  expect(failure).toMatch(
    new RegExp(`pid ${rows[0]?.pid} \\(other, idle in transaction, transaction open for \\d s\\)`),
  )
  expect(failure).not.toContain('secret')
  expect(await applied()).toEqual([])
})

test('a migration that fails changes nothing and keeps all earlier migrations, and the next run continues', async () => {
  const { run, applied, owner } = await database()
  const failing = {
    name: '2-fails',
    statements: ['create table kept (id integer)', 'alter table absent add x text'],
  }
  const failure = String(await failureOf(run([ADD_COLUMN, failing])))
  expect(failure).toContain('2-fails failed with SQLSTATE 42P01: relation "absent" does not exist')
  expect(await applied()).toEqual(['1-add-column'])
  await owner.query('create table absent ()')
  expect(await run([ADD_COLUMN, failing])).toEqual(['2-fails'])
})

test('a second run waits until the first run has ended, and then applies nothing', async () => {
  const { run, lines, connect, applied } = await database()
  const reader = await connect()
  await reader.query('begin')
  await reader.query('select from sale')
  const first = run([ADD_COLUMN], { attemptsMax: 1_000 })
  await eventually(() => expect(lines.length).toBeGreaterThan(0))
  const second = run([ADD_COLUMN])
  await eventually(() => expect(lines.join()).toMatch(/another migration run has the lock \(pid \d+\)/))
  await reader.query('rollback')
  expect([await first, await second]).toEqual([['1-add-column'], []])
  expect(await applied()).toEqual(['1-add-column'])
})

test('an index build does not block writes, and the next run repeats a build that was killed', async () => {
  const { run, lines, connect, applied, killRunner, isValid } = await database()
  const writer = await connect()
  await writer.query('begin')
  await writer.query('insert into sale values (1)')
  const plan = indexPlan('1-index', { name: 'sale_by_id', table: 'sale', definition: '(id)' })
  const killed = failureOf(run([plan]))
  await eventually(async () => expect(await isValid('sale_by_id')).toBe(false))
  await (await connect()).query('insert into sale values (2)')
  await killRunner()
  expect(await killed).toBeInstanceOf(Error)
  await writer.query('commit')
  expect([await isValid('sale_by_id'), await applied()]).toEqual([false, []])

  lines.length = 0
  expect(await run([plan])).toEqual(['1-index'])
  expect(await isValid('sale_by_id')).toBe(true)
  expect(lines).toEqual([
    '1-index: drops the index sale_by_id',
    '1-index: builds the index sale_by_id on sale',
  ])
})

const PROGRAM = `
  const [module, url, plans] = process.argv.slice(1)
  const { runMigrations } = await import(module)
  await runMigrations(url, JSON.parse(plans))`

test('after the process of a run was killed, PostgreSQL ends its statement, and the next run continues', async () => {
  const { url, run, lines, connect, isValid } = await database()
  const writer = await connect()
  await writer.query('begin')
  await writer.query('insert into sale values (1)')
  const plan = indexPlan('1-index', { name: 'sale_by_id', table: 'sale', definition: '(id)' })
  const module = pathToFileURL(join(import.meta.dirname, 'run-migrations.ts')).href
  const args = ['--input-type=module', '-e', PROGRAM, module, url, JSON.stringify([BASELINE, plan])]
  const child = spawn(process.execPath, args)
  await eventually(async () => expect(await isValid('sale_by_id')).toBe(false))
  child.kill('SIGKILL')
  const next = run([plan])
  // The writer blocks the build of the first run. The next run gets the lock of migration runs only after PostgreSQL has
  // ended the session of the first run.
  await eventually(() => expect(lines).toContain('1-index: drops the index sale_by_id'))
  await writer.query('commit')
  expect(await next).toEqual(['1-index'])
  expect(await isValid('sale_by_id')).toBe(true)
})

test('an index of a partitioned table is built on each partition, and a run after a kill keeps the finished ones', async () => {
  const { run, lines, connect, killRunner, isValid } = await database()
  const writer = await connect()
  await writer.query('begin')
  await writer.query('insert into visit_2 values (2)')
  const plan = indexPlan('1-index', {
    name: 'visit_by_id',
    table: 'visit',
    isUnique: true,
    definition: '(id)',
  })
  const killed = failureOf(run([plan], { attemptsMax: 1_000 }))
  await eventually(async () => expect(await isValid('visit_by_id_2')).toBe(false))
  await killRunner()
  expect(await killed).toBeInstanceOf(Error)
  await writer.query('commit')
  expect([await isValid('visit_by_id_1'), await isValid('visit_by_id')]).toEqual([true, false])

  lines.length = 0
  expect(await run([plan])).toEqual(['1-index'])
  expect(await isValid('visit_by_id')).toBe(true)
  expect(lines).toEqual([
    '1-index: drops the index visit_by_id_2',
    '1-index: builds the index visit_by_id_2 on visit_2',
  ])
})

test('an index migration drops indexes of tables with and without partitions', async () => {
  const { run, owner, isValid } = await database()
  await owner.query('create index sale_old on sale (id); create index visit_old on visit (id)')
  const plan = {
    name: '1-drop',
    statements: [],
    indexes: { build: [], drop: ['sale_old', 'visit_old', 'absent'] },
  }
  expect(await run([plan])).toEqual(['1-drop'])
  expect([await isValid('sale_old'), await isValid('visit_old')]).toEqual([undefined, undefined])
})

test('an older build keeps the migrations of a newer build and reports them', async () => {
  const { run, lines, applied } = await database()
  await run([ADD_COLUMN, { name: '2-newer', statements: [] }])
  expect(await run([ADD_COLUMN])).toEqual([])
  expect(lines).toEqual(['the database has the migration 2-newer of a newer build; it stays'])
  expect(await applied()).toEqual(['1-add-column', '2-newer'])
})
