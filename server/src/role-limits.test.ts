import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApp } from './app.ts'
import { sqlState, transaction } from './kernel/context.ts'
import { APPLICATION_ROLE, CONSOLE_ROLE, LIMIT_STATEMENTS } from './kernel/database/role-limits.ts'
import { sql } from './kernel/database/sql.ts'
import { CALL_MS_MAX } from './kernel/pool/work-limits.ts'
import { withinMs } from './kernel/database/within-ms.ts'
import { isTransient } from './kernel/jobs/transient-error.ts'
import { openKit, type Kit, type ServiceContext } from './kit.ts'
import { verifyLedger } from './ledger/verify/verify-ledger.ts'
import { warnWithoutLimits } from './start-checks.ts'
import { pruneNetwork } from './settlements/prune-network.ts'
import { captureLog } from './testing/captured-log.ts'
import { RestClient } from './testing/clients/rest-client.ts'
import { operatorEnv, runCommand } from './testing/clients/command-line.ts'
import { aPaidCharge, anIdempotencyKey } from './testing/fixtures/charges.ts'
import { settleEverything } from './testing/fixtures/ledger.ts'
import { World } from './testing/world.ts'
import { maintainWebhookPartitions } from './webhooks/deliveries/maintain-partitions.ts'

const LIMIT_MS = 400
const LONGER_MS = 800

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

/** Sets the limit `name` of the application's role to `ms`, and opens a kit whose connections have this limit. */
async function kitWith(name: string, ms: number, log = captureLog().log): Promise<Kit> {
  const { config, secrets, clock } = world.kit
  const { pix } = world
  await world.database.setLimit(APPLICATION_ROLE, name, ms)
  const kit = await openKit(config, secrets, { clock, pix, log })
  // Open the first connection now: a connection reads the limits of its role only when it opens, and later tests change
  // these limits.
  await sql(kit.context('test'), 'select 1')
  return kit
}

const sleepFor = (ctx: ServiceContext, ms: number) => sql(ctx, 'select pg_sleep($1::float8 / 1000)', [ms])

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

/** Runs an SQL statement as a superuser in a transaction, which stays open until the returned function is called. */
async function open(statement: string): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: world.database.superuserUrl })
  await client.connect()
  await client.query('begin')
  await client.query(statement)
  return () => client.end()
}

test('a refund that waits too long for a lock gets 503 with Retry-After, and succeeds when repeated', async () => {
  const { id } = await aPaidCharge(world)
  await settleEverything(world)
  const kit = await kitWith('lock_timeout', LIMIT_MS)
  const server = makeApp(kit, undefined).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const rest = new RestClient(
    `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    world.key,
  )
  const key = { 'idempotency-key': anIdempotencyKey() }
  const refund = () => rest.post(`/v1/pix/charges/${id}/refunds`, { amount_cents: 100 }, key)

  const unlock = await open(`select from ledger_head where merchant_id = '${world.merchantId}' for update`)
  const startedAt = performance.now()
  const refused = await refund()
  // Without the lock timeout, the wait would last until the deadline of the call.
  expect(performance.now() - startedAt).toBeLessThan(CALL_MS_MAX)
  expect(refused).toMatchObject({ status: 503, body: { error: { code: 'service_unavailable' } } })
  expect(refused.headers.get('retry-after')).toBe('1')
  await unlock()
  expect((await refund()).status).toBe(201)
  server.close()
  await kit.close()
  await world.database.setLimit(APPLICATION_ROLE, 'lock_timeout', 1_000)
})

test('withinMs replaces the statement timeout of the role only for the SQL statements inside it', async () => {
  const kit = await kitWith('statement_timeout', LIMIT_MS)
  const ctx = kit.context('test')
  expect(sqlState(await failureOf(sleepFor(ctx, LONGER_MS)))).toBe('57014')
  expect(await withinMs(ctx, 5_000, (tx) => sleepFor(tx, LONGER_MS))).toHaveLength(1)
  expect(sqlState(await failureOf(withinMs(ctx, 50, (tx) => sleepFor(tx, LIMIT_MS / 2))))).toBe('57014')
  expect(sqlState(await failureOf(sleepFor(ctx, LONGER_MS)))).toBe('57014')
  await kit.close()
})

test.each<[string, string, (ctx: ServiceContext) => Promise<unknown>]>([
  ['the verification of the ledger', 'payment', (ctx) => verifyLedger(ctx)],
  [
    'the deletion of network rows',
    'network_inbox',
    (ctx) => pruneNetwork(ctx, { retentionDays: 180, limit: 10 }),
  ],
  ['the maintenance of webhook data', 'webhook_replay', maintainWebhookPartitions],
])('the statement timeout of the role does not end %s', async (_job, table, work) => {
  const kit = await kitWith('statement_timeout', LIMIT_MS)
  const unlock = await open(`lock table ${table} in access exclusive mode`)
  const done = failureOf(work(kit.context('test')))
  await sleepFor(world.context(), LONGER_MS)
  await unlock()
  expect(await done).toBeNull()
  await kit.close()
  await world.database.setLimit(APPLICATION_ROLE, 'statement_timeout', 30_000)
})

test('PostgreSQL ends a transaction that is idle too long, unless it runs inside withinMs, and the pool drops the connection', async () => {
  const kit = await kitWith('idle_in_transaction_session_timeout', LIMIT_MS)
  const ctx = kit.context('test')
  const idle = async (tx: ServiceContext) => {
    await sql(tx, 'select 1')
    await sleepFor(world.context(), LONGER_MS)
    return await sql(tx, 'select 1')
  }
  expect(isTransient(await failureOf(transaction(ctx, idle)))).toBe(true)
  expect(Reflect.get(await kit.database.pool(), 'totalCount')).toBe(0)
  expect(await withinMs(ctx, 5_000, idle)).toHaveLength(1)
  await kit.close()
  await world.database.setLimit(APPLICATION_ROLE, 'idle_in_transaction_session_timeout', 60_000)
})

test('at start, the server logs one warning that names the missing limits of each role', async () => {
  const limited = captureLog()
  const limitedKit = await kitWith('lock_timeout', 2_000, limited.log)
  await warnWithoutLimits(limitedKit)
  expect(limited.lines).toEqual([])
  await limitedKit.close()

  const unlimited = captureLog()
  const kit = await kitWith('lock_timeout', 0, unlimited.log)
  await warnWithoutLimits(kit)
  expect(unlimited.lines).toMatchObject([{ level: 40, missing: { [APPLICATION_ROLE]: ['lock_timeout'] } }])
  await kit.close()
  await world.database.setLimit(APPLICATION_ROLE, 'lock_timeout', 1_000)
})

test('`migrate` prints the statements for the administrator when a limit is missing', async () => {
  const env = { ...operatorEnv(world), MIGRATION_DATABASE_URL: world.database.ownerUrl }
  const superuser = new Client({ connectionString: world.database.superuserUrl })
  await superuser.connect()
  // An earlier build set the lock timeout to 10 s.
  const former = `alter role ${APPLICATION_ROLE} set lock_timeout = '10s'`
  const statements = [
    `ALTER ROLE ${APPLICATION_ROLE} SET lock_timeout = '1s';`,
    `ALTER ROLE ${CONSOLE_ROLE} SET lock_timeout = '2s';`,
  ]
  const none = await runCommand(['migrate'], env)
  try {
    await superuser.query(`${former}; alter role ${CONSOLE_ROLE} reset lock_timeout`)
    // Make `migrate` run the migrations of the limits again. It runs them as the owner, who may not alter roles.
    await superuser.query("delete from migration where name in ('0310-role-limits', '0340-lock-timeout')")
    const { status, stdout } = await runCommand(['migrate'], env)
    expect(status).toBe(0)
    expect(stdout).toContain('applied 0310-role-limits\napplied 0340-lock-timeout\n')
    expect(stdout.trimEnd().split('\n').slice(-2)).toEqual(statements)
    const json: unknown = JSON.parse((await runCommand(['migrate', '--json'], env)).stdout)
    expect(json).toEqual({ applied: [], administrator_statements: statements })
  } finally {
    await superuser.query(statements.join(''))
    await superuser.end()
  }
  expect(none.stdout).toBe('no missing migrations\n')
})

test('a migration run by a superuser lowers the lock timeout that the earlier build set, but keeps any other value', async () => {
  const superuser = new Client({ connectionString: world.database.superuserUrl })
  await superuser.connect()
  const [, statement = ''] =
    /addSql\(ALTER_ROLE\)[^`]*`([^`]*)`/.exec(read('migrations/0340-lock-timeout.ts')) ?? []
  const after = async (value: string) => {
    await superuser.query(`alter role ${APPLICATION_ROLE} set lock_timeout = '${value}'`)
    await superuser.query(statement)
    const { rows } = await superuser.query<{ settings: string[] }>(
      'select rolconfig as settings from pg_roles where rolname = $1',
      [APPLICATION_ROLE],
    )
    return rows[0]?.settings
  }
  try {
    expect(await after('10s')).toContain('lock_timeout=1s')
    expect(await after('7s')).toContain('lock_timeout=7s')
  } finally {
    await superuser.query(`alter role ${APPLICATION_ROLE} set lock_timeout = '1s'`)
    await superuser.end()
  }
})

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')

test('the role script of docker compose and the migrations set the same limits', () => {
  const script = read('stack/docker-roles.sh')
  const migration = read('migrations/0310-role-limits.ts') + read('migrations/0340-lock-timeout.ts')
  expect(LIMIT_STATEMENTS.filter((text) => !script.includes(text))).toEqual([])
  expect(
    LIMIT_STATEMENTS.filter(
      (text) => !migration.includes(text.replace(/^ALTER ROLE|SET/g, (word) => word.toLowerCase())),
    ),
  ).toEqual([])
})
