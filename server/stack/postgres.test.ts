import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../src/database.ts'
import { CONSOLE_ROLE, findMissingLimits, LIMIT_STATEMENTS } from '../src/kernel/database/role-limits.ts'
import { eventually } from '../src/testing/eventually.ts'
import { deleteStalePidFile } from './cluster-folder.ts'
import { generatePasswords, startPostgres, type RunningPostgres } from './postgres.ts'

let folder: string
let running: RunningPostgres[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pix-cluster-'))
  // Lets PostgreSQL's user traverse the folder.
  chmodSync(folder, 0o711)
  running = []
})
afterEach(async () => {
  await Promise.all(running.map((postgres) => postgres.stop()))
  rmSync(folder, { recursive: true, force: true })
})

async function start(options: Partial<Parameters<typeof startPostgres>[0]> = {}): Promise<RunningPostgres> {
  const postgres = await startPostgres({ dataDir: folder, port: 0, ...options })
  running.push(postgres)
  return postgres
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

test('a durable database keeps committed data after a restart and has fsync on', async () => {
  const passwords = generatePasswords()
  const first = await start({ passwords })
  await first.createDatabase('pix')
  await query(first.ownerUrl('pix'), 'CREATE TABLE kept AS SELECT 1 AS n')
  await first.stop()

  const second = await start({ passwords })
  expect(await query(second.ownerUrl('pix'), 'SELECT n FROM kept')).toEqual([{ n: 1 }])
  expect(await query(second.superuserUrl, 'SHOW fsync')).toEqual([{ fsync: 'on' }])
})

test('the owner can create tables, but the application cannot, and needs a grant to read one', async () => {
  const postgres = await start({ ephemeral: true })
  await postgres.createDatabase('pix')
  await query(postgres.ownerUrl('pix'), 'CREATE TABLE t (n int)')
  await expect(query(postgres.applicationUrl('pix'), 'CREATE TABLE u (n int)')).rejects.toThrow(
    /permission denied/,
  )
  await expect(query(postgres.applicationUrl('pix'), 'SELECT * FROM t')).rejects.toThrow(/permission denied/)
  const guess = postgres.applicationUrl('pix').replace(/:[^:@/]+@/, ':guess@')
  await expect(query(guess, 'SELECT 1')).rejects.toThrow(/password authentication failed/)
})

test('the SQL statements for the administrator create the missing role of the console and set the limits of this role', async () => {
  const postgres = await start({ ephemeral: true })
  await postgres.createDatabase('pix')
  const url = postgres.ownerUrl('pix')
  const database = openDatabase({ url, poolSize: 1, applicationName: 'test' })
  expect(await findMissingLimits(database.em())).toEqual([])
  await query(postgres.superuserUrl, `DROP ROLE ${CONSOLE_ROLE}`)
  const statements = await findMissingLimits(database.em())
  expect(statements).toEqual([
    'CREATE ROLE pix_console LOGIN IN ROLE pix_app;',
    ...LIMIT_STATEMENTS.filter((text) => text.includes(CONSOLE_ROLE)),
  ])
  for (const statement of statements) await query(postgres.superuserUrl, statement)
  expect(await findMissingLimits(database.em())).toEqual([])
  await database.close()
})

test('two PostgreSQL servers run concurrently, and an ephemeral server deletes its folder when it stops', async () => {
  const other = join(folder, 'other')
  const [one, two] = await Promise.all([
    start({ dataDir: join(folder, 'one'), ephemeral: true }),
    start({ dataDir: other, ephemeral: true }),
  ])
  expect(one.port).not.toBe(two.port)
  await two.stop()
  expect(existsSync(other)).toBe(false)
})

test('when the port is in use, the error names the port and the new folder is deleted', async () => {
  const blocker = createServer()
  await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve))
  const address = blocker.address()
  if (address === null || typeof address === 'string') throw new Error('BUG: the server listens on no port')
  const { port } = address
  const dataDir = join(folder, 'refused')
  await expect(start({ dataDir, port, ephemeral: true })).rejects.toMatchObject({
    reason: 'port_in_use',
    message: expect.stringContaining(String(port)),
  })
  expect(existsSync(dataDir)).toBe(false)
  blocker.close()
})

test('a PID file is deleted when its process id belongs to another program', () => {
  const pidFile = join(folder, 'postmaster.pid')
  writeFileSync(pidFile, `${process.pid}\n${folder}\n`)
  deleteStalePidFile(folder)
  expect(existsSync(pidFile)).toBe(false)
})

test('an incomplete cluster of a killed start does not prevent the next start', async () => {
  const incomplete = join(folder, 'cluster.making')
  mkdirSync(incomplete)
  writeFileSync(join(incomplete, 'PG_VERSION'), '18\n')
  const postgres = await start({ dataDir: join(folder, 'cluster'), ephemeral: true })
  expect(await query(postgres.superuserUrl, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
})

test('cancelStatements does not cancel a commit that waits for a synchronous standby', async () => {
  const postgres = await start({ ephemeral: true })
  await postgres.createDatabase('pix')
  await query(postgres.ownerUrl('pix'), 'CREATE TABLE t (n int)')
  await query(postgres.ownerUrl('pix'), 'GRANT INSERT ON t TO pix_app')
  await query(postgres.superuserUrl, `ALTER SYSTEM SET synchronous_commit = 'on'`)
  await query(postgres.superuserUrl, `ALTER SYSTEM SET synchronous_standby_names = 'none'`)
  await query(postgres.superuserUrl, 'SELECT pg_reload_conf()')
  const database = openDatabase({ url: postgres.applicationUrl('pix'), poolSize: 2, applicationName: 'test' })

  const found = new AbortController()
  // PostgreSQL applies the new settings at some time after the reload. A commit waits for the standby only after this
  // time.
  const committing = (async () => {
    while (!found.signal.aborted) await database.em().execute('INSERT INTO t VALUES (1)')
  })()
  const waiting = `SELECT 1 AS one FROM pg_stat_activity WHERE wait_event = 'SyncRep'`
  await eventually(async () => expect(await query(postgres.superuserUrl, waiting)).toEqual([{ one: 1 }]))
  found.abort()
  expect(await database.cancelStatements(0)).toBe(0)

  await query(postgres.superuserUrl, 'ALTER SYSTEM RESET synchronous_standby_names')
  await query(postgres.superuserUrl, 'SELECT pg_reload_conf()')
  await committing
  await database.close()
})
