import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { World } from '../testing/world.ts'
import { runCli } from './program.ts'

/** Runs a command with `DATABASE_URL` as its only setting. */
async function withUrlOnly(world: World, args: string[]): Promise<{ status: number; out: string }> {
  let out = ''
  const print = (text: string): void => void (out += text)
  const env = { DATABASE_URL: world.database.url }
  const shell = { env, input: Readable.from([]), out: print, err: print, failed: false }
  return { status: await runCli(shell, args), out }
}

test('`returns status` and `backup check` need only the setting DATABASE_URL, and other commands also need the keys', async () => {
  await using world = await World.start()
  expect(await withUrlOnly(world, ['returns', 'status'])).toEqual({
    status: 0,
    out: expect.stringMatching(/^Returns are released\.\n/),
  })
  expect((await withUrlOnly(world, ['backup', 'check'])).out).toMatch(/^Last archived WAL file: /)
  expect(await withUrlOnly(world, ['secrets', 'check'])).toEqual({
    status: 1,
    out: expect.stringContaining('ENCRYPTION_KEYS is missing'),
  })
})

test('`backup check` reads the state of the archiver as the application role, and fails without an archive', async () => {
  await using world = await World.start()
  const check = (...options: string[]) => withUrlOnly(world, ['backup', 'check', ...options])
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
