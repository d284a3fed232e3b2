import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemIds } from '../kernel/ids.ts'
import { runCommand } from '../testing/clients/command-line.ts'
import { cloneDatabase, type TestDatabase } from '../testing/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

test.each([
  [{ password: 'wrong' }, 'the database refused the password of pix_app (28P01)'],
  [{ username: 'absent' }, 'the database refused the password of absent (28P01)'],
])('a connection with %j fails with the message: %s', async (change, sentence) => {
  const env = {
    DATABASE_URL: Object.assign(new URL(database.url), change).toString(),
    ENCRYPTION_KEYS: `k1:${systemIds.bytes(32).toString('base64')}`,
    CURSOR_SECRET: systemIds.bytes(24).toString('hex'),
  }
  const { status, stderr } = await runCommand(['account', 'list'], env)
  expect(status).toBe(1)
  expect(stderr).toBe(
    `error: database: ${sentence}: check DATABASE_URL, or MIGRATION_DATABASE_URL of "migrate"\n`,
  )
})
