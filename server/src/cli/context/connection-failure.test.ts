import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemIds } from '../../kernel/ids.ts'
import { runCommand } from '../../testing/clients/command-line.ts'
import { cloneDatabase, type TestDatabase } from '../../testing/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

/** Returns the environment of a command that connects to `url`. */
const envOf = (url: string) => ({
  DATABASE_URL: url,
  ENCRYPTION_KEYS: `k1:${systemIds.bytes(32).toString('base64')}`,
  CURSOR_SECRET: systemIds.bytes(24).toString('hex'),
})

test.each([
  [{ password: 'wrong' }, 'the database refused the password of pix_app (28P01)'],
  [{ username: 'absent' }, 'the database refused the password of absent (28P01)'],
])('a connection with %j fails with the message: %s', async (change, sentence) => {
  const env = envOf(Object.assign(new URL(database.url), change).toString())
  const { status, stderr } = await runCommand(['account', 'list'], env)
  expect(status).toBe(1)
  expect(stderr).toBe(
    `error: database: ${sentence}: check DATABASE_URL, or MIGRATION_DATABASE_URL of "migrate"\n`,
  )
})

test('a command says that no host accepts writes, if every host is read-only', async () => {
  const superuser = new Client({ connectionString: database.superuserUrl })
  await superuser.connect()
  const { host, pathname } = new URL(database.url)
  await superuser.query(`alter database "${pathname.slice(1)}" set default_transaction_read_only = on`)
  const { status, stderr } = await runCommand(
    ['account', 'list'],
    envOf(database.url.replace(host, `${host},${host}`)),
  )
  await superuser.query(`alter database "${pathname.slice(1)}" reset default_transaction_read_only`)
  await superuser.end()
  expect([status, stderr]).toEqual([1, 'error: database: no host of the database accepts writes\n'])
})
