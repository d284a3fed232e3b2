import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sqlState, transaction } from './kernel/context.ts'
import { makeLog } from './kernel/log.ts'
import { CONSOLE_ROLE } from './kernel/database/role-limits.ts'
import { sql } from './kernel/database/sql.ts'
import { openKit, type Kit } from './kit.ts'
import { TestConsole } from './testing/clients/console-client.ts'
import { World } from './testing/world.ts'

const STATEMENT_MS = 1_000
const LOCK_MS = 1_600

let world: World
let kit: Kit
beforeAll(async () => {
  world = await World.start()
  const { config, secrets, clock } = world.kit
  const { pix } = world
  await world.database.setLimit(CONSOLE_ROLE, 'statement_timeout', STATEMENT_MS)
  await world.database.setLimit(CONSOLE_ROLE, 'lock_timeout', LOCK_MS)
  kit = await openKit(config, secrets, { clock, pix, log: makeLog('silent') })
})
afterAll(async () => {
  await kit.close()
  await world.stop()
})

const sleepFor = (ctx: ReturnType<Kit['context']>, ms: number) =>
  sql(ctx, 'select pg_sleep($1::float8 / 1000)', [ms])

const refused = async (work: Promise<unknown>) => sqlState(await work.catch((error: unknown) => error))

/** Locks table `merchant` until the returned function is called. */
async function lockMerchants(): Promise<() => Promise<void>> {
  const locking = new Client({ connectionString: world.database.ownerUrl })
  await locking.connect()
  await locking.query('begin; lock table merchant in access exclusive mode')
  return () => locking.end()
}

const MERCHANTS = { list: 'merchants', format: 'csv', zone: 'UTC' }

test('a console query that exceeds the statement timeout fails with read_took_too_long', async () => {
  await using testConsole = await TestConsole.start(kit)
  const browser = await testConsole.signedIn('support')
  const unlock = await lockMerchants()
  const ask = () => browser.send<{ merchants: unknown[] }>('{ merchants { id } }')
  const { data, errors } = await ask()
  expect(data ?? null).toBeNull()
  expect(errors[0]?.extensions).toMatchObject({
    code: 'service_unavailable',
    reason: 'read_took_too_long',
    correlation_id: expect.any(String),
  })
  const file = await browser.export(MERCHANTS)
  expect([file.status, await file.text()]).toEqual([503, expect.stringContaining('read_took_too_long')])
  await unlock()
  expect((await ask()).data?.merchants).toHaveLength(1)
})

test('the statement timeout applies to each SQL statement inside and outside transactions, and leaves no transaction open', async () => {
  const ctx = kit.consoleContext('test')
  const threeStatements = async (on: typeof ctx): Promise<void> => {
    for (let statement = 0; statement < 3; statement += 1) await sleepFor(on, STATEMENT_MS / 2)
  }
  const [alone, inTransaction] = await Promise.all([
    refused(sleepFor(ctx, STATEMENT_MS * 2)),
    refused(transaction(ctx, (tx) => sleepFor(tx, STATEMENT_MS * 2))),
    threeStatements(ctx),
    transaction(ctx, threeStatements),
  ])
  expect([alone, inTransaction]).toEqual(['57014', '57014'])
  const [left] = await sql<{ open: number }>(
    ctx,
    `select count(*)::int as open from pg_stat_activity
     where datname = current_database() and application_name like '%console' and state like 'idle in%'`,
  )
  expect(left?.open).toBe(0)
})

test('an SQL statement of an export may take longer than the statement timeout of the console', async () => {
  await using testConsole = await TestConsole.start(kit)
  const browser = await testConsole.signedIn('support')
  const unlock = await lockMerchants()
  const file = browser.export(MERCHANTS)
  await sleepFor(kit.context('test'), (STATEMENT_MS + LOCK_MS) / 2)
  await unlock()
  expect((await file).status).toBe(200)
})

test('a console query that waits for a lock longer than the lock timeout fails with read_took_too_long', async () => {
  await world.database.setLimit(CONSOLE_ROLE, 'lock_timeout', 200)
  const { config, secrets } = world.kit
  const limited = await openKit(config, secrets, { log: makeLog('silent') })
  await using testConsole = await TestConsole.start(limited)
  const browser = await testConsole.signedIn('support')
  const unlock = await lockMerchants()
  const { errors } = await browser.send('{ merchants { id } }')
  await unlock()
  await limited.close()
  expect(errors[0]?.extensions).toMatchObject({ code: 'service_unavailable', reason: 'read_took_too_long' })
})

test('the statement timeout of the console does not apply to merchant requests and jobs', async () => {
  expect(await sleepFor(kit.context('test'), STATEMENT_MS * 2)).toHaveLength(1)
})
