import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemIds } from '../kernel/ids.ts'
import { cloneDatabase, type TestDatabase } from '../testing/test-database.ts'
import { runCli } from './program.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

test.each([
  [{ password: 'wrong' }, 'the database refused the password of pix_app (28P01)'],
  [{ username: 'absent' }, 'the database refused the password of absent (28P01)'],
])('a connection with %j fails with one sentence', async (change, sentence) => {
  let stderr = ''
  const env = {
    DATABASE_URL: Object.assign(new URL(database.url), change).toString(),
    ENCRYPTION_KEYS: `k1:${systemIds.bytes(32).toString('base64')}`,
    CURSOR_SECRET: systemIds.bytes(24).toString('hex'),
  }
  const err = (text: string) => void (stderr += text)
  const shell = { env, input: Readable.from([]), out: () => {}, err, failed: false }
  expect(await runCli(shell, ['account', 'list'])).toBe(1)
  expect(stderr).toBe(
    `error: database: ${sentence}: check DATABASE_URL, or MIGRATION_DATABASE_URL of "migrate"\n`,
  )
})
