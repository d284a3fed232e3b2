import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrateDatabase, openDatabase, type Database } from '../../database.ts'
import { eventually } from '../../testing/eventually.ts'
import { DatabaseProxy } from '../../testing/fakes/database-proxy.ts'
import { cloneDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { PATIENT_MS } from '../../testing/test-clock.ts'
import { withAccount } from './account-scope.ts'

const ACCOUNT = '0199c0de-0000-7000-8000-000000000001'

let database: TestDatabase
let pooler: DatabaseProxy
let other: Client
beforeAll(async () => {
  database = await cloneDatabase()
  other = new Client({ connectionString: database.url })
  await other.connect()
  const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid')
  pooler = await DatabaseProxy.start(database.url)
  pooler.pretendPid(rows[0]?.pid ?? 0)
})
afterAll(async () => {
  await other.end()
  await pooler.stop()
  await database.drop()
})

const open = (url: string, isScopedToAccount = false): Database =>
  openDatabase({ url, poolSize: 2, applicationName: 'test', connectMs: PATIENT_MS, isScopedToAccount })

test('migrations refuse a URL that leads to a pooler', async () => {
  await expect(migrateDatabase(pooler.through(database.ownerUrl))).rejects.toMatchObject({
    name: 'MigrationError',
    message: expect.stringContaining('leads to a connection pooler'),
  })
})

test('a pool that shows only the rows of one account refuses a connection pooler', async () => {
  const opened = open(pooler.through(database.url), true)
  const read = () => opened.em().execute(`select current_setting('sandbox.account', true) as account`)
  await expect(withAccount(ACCOUNT, read)).rejects.toThrow('leads to a connection pooler')
  await opened.close()

  const direct = open(database.url, true)
  expect(
    await withAccount(ACCOUNT, () =>
      direct.em().execute(`select current_setting('sandbox.account', true) as account`),
    ),
  ).toEqual([{ account: ACCOUNT }])
  await direct.close()
})

test('through a pooler, no SQL statement of another session is cancelled', async () => {
  const opened = open(pooler.through(database.url))
  await opened.em().execute('select 1')
  const sleeping = other.query('select pg_sleep(0.5)')
  await eventually(async () =>
    expect(
      await opened
        .em()
        .execute(
          `select 1 from pg_stat_activity where query like 'select pg_sleep(0.5%' and state = 'active'`,
        ),
    ).toHaveLength(1),
  )
  expect(await opened.cancelStatements(0)).toBe(0)
  await sleeping
  await opened.close()
})
