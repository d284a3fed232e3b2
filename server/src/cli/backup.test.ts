import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { systemIds } from '../kernel/ids.ts'
import { World } from '../testing/world.ts'
import { runCli } from './program.ts'

test('`backup check` reads the state of the archiver as the application role, and fails without an archive', async () => {
  await using world = await World.start()
  const env = {
    DATABASE_URL: world.database.url,
    ENCRYPTION_KEYS: `k1:${systemIds.bytes(32).toString('base64')}`,
    CURSOR_SECRET: systemIds.bytes(24).toString('hex'),
  }
  const check = async (...options: string[]): Promise<{ status: number; out: string }> => {
    let out = ''
    const print = (text: string): void => void (out += text)
    const shell = { env, input: Readable.from([]), out: print, err: print, failed: false }
    return { status: await runCli(shell, ['backup', 'check', ...options]), out }
  }
  const { status, out } = await check()
  expect(status).toBe(1)
  expect(out).toContain('The backup CANNOT be trusted:')
  expect(out).toContain('archive_mode is off')
  expect(JSON.parse((await check('--json')).out)).toMatchObject({
    trustworthy: false,
    last_archived_at: null,
    settings: { wal_level: 'replica', data_checksums: 'on' },
  })
})
