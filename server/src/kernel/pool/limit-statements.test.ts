import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeApp } from '../../app.ts'
import { openKit, type Kit } from '../../kit.ts'
import { TestConsole } from '../../testing/clients/console-client.ts'
import { RestClient } from '../../testing/clients/rest-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { DatabaseProxy } from '../../testing/fakes/database-proxy.ts'
import { aPaidCharge, anIdempotencyKey } from '../../testing/fixtures/charges.ts'
import { settleEverything } from '../../testing/fixtures/ledger.ts'
import { World } from '../../testing/world.ts'
import { transaction, type Context } from '../context.ts'
import { sql } from '../database/sql.ts'
import { isTransient } from '../jobs/transient-error.ts'
import { makeLog } from '../log.ts'
import { DatabaseTimeout } from './busy.ts'
import { currentLimits, withDeadline } from './work-limits.ts'

const DEADLINE_MS = 300
/** A time limit that a call exceeds only while the proxy holds back the database's answers. */
const CALL_MS = 4_000

let world: World
let proxy: DatabaseProxy
let kit: Kit
beforeAll(async () => {
  world = await World.start()
  proxy = await DatabaseProxy.start(world.database.url)
  const { config, secrets, clock } = world.kit
  const { pix } = world
  const databaseUrl = proxy.through(secrets.databaseUrl)
  const consoleDatabaseUrl = proxy.through(secrets.consoleDatabaseUrl)
  kit = await openKit(
    config,
    { ...secrets, databaseUrl, consoleDatabaseUrl },
    { clock, pix, log: makeLog('silent'), callMs: CALL_MS },
  )
})
afterAll(async () => {
  await kit.close()
  await proxy.stop()
  await world.stop()
})

const readOne = (ctx: Context) => sql<{ one: number }>(ctx, 'select 1 as one')
const failureOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error)

/**
 * The number of connections before each test. At least one connection is idle, so that the test opens no new
 * connection.
 */
let connections: number
beforeEach(async () => {
  await readOne(kit.context('test'))
  connections = await eventually(() => {
    const { size, idle, waiting } = kit.database.poolState()
    if (idle !== size || waiting > 0) throw new Error('a caller still uses a connection')
    return size
  })
})
afterEach(() => proxy.passAnswers())

/** Asserts that one connection has left the pool, and that all other connections are idle. */
function expectOneLess(): void {
  const rest = connections - 1
  expect(kit.database.poolState()).toMatchObject({ size: rest, idle: rest, waiting: 0 })
}

test('an SQL statement without an answer fails at the deadline, and its connection leaves the pool', async () => {
  proxy.holdAnswers()
  const error = await failureOf(withDeadline(DEADLINE_MS, () => readOne(kit.context('test'))))
  expect(error).toBeInstanceOf(DatabaseTimeout)
  expect(isTransient(error)).toBe(true)
  expectOneLess()
  proxy.passAnswers()
  expect(await readOne(kit.context('test'))).toEqual([{ one: 1 }])
})

test('a driver query with a callback also fails at the deadline', async () => {
  const pool = await kit.database.pool()
  const query: unknown = Reflect.get(pool, 'query')
  if (typeof query !== 'function') throw new Error('the pool has no query method')
  proxy.holdAnswers()
  const { promise, resolve } = Promise.withResolvers<unknown>()
  withDeadline(DEADLINE_MS, (): unknown => Reflect.apply(query, pool, ['select 1', [], resolve]))
  expect(await promise).toBeInstanceOf(DatabaseTimeout)
  expectOneLess()
})

test('after the deadline, work sends no SQL statement and gets no connection', async () => {
  await withDeadline(0, async () => {
    expect(await failureOf(readOne(kit.context('test')))).toBeInstanceOf(DatabaseTimeout)
    expect(await failureOf(transaction(kit.context('test'), readOne))).toBeInstanceOf(DatabaseTimeout)
  })
  const late = withDeadline(DEADLINE_MS, () =>
    transaction(kit.context('test'), async (tx) => {
      const { endsAtMs } = currentLimits()
      await eventually(() => expect(performance.now()).toBeGreaterThan(endsAtMs))
      await sql(tx, 'create table never_created ()')
    }),
  )
  expect(await failureOf(late)).toBeInstanceOf(DatabaseTimeout)
  expect(kit.database.poolState()).toMatchObject({ size: connections, idle: connections })
})

test('opening a connection fails at the deadline if the database does not answer', async () => {
  proxy.holdAnswers()
  const waiting = () => withDeadline(DEADLINE_MS, () => readOne(kit.context('test')))
  // One caller uses the idle connection, the other opens a new connection.
  const errors = await Promise.all([failureOf(waiting()), failureOf(waiting())])
  proxy.passAnswers()
  for (const error of errors) expect(error).toBeInstanceOf(DatabaseTimeout)
  await eventually(() => expect(kit.database.poolState().waiting).toBe(0))
  expect(await readOne(kit.context('test'))).toEqual([{ one: 1 }])
})

test('a connection on which `begin` gets no answer leaves the pool', async () => {
  proxy.holdAnswersFrom('begin')
  const work = withDeadline(DEADLINE_MS, () => transaction(kit.context('test'), readOne))
  expect(await failureOf(work)).toBeInstanceOf(DatabaseTimeout)
  expectOneLess()
})

test('a transaction in which an SQL statement gets no answer is rolled back, and its connection leaves the pool', async () => {
  const statement = `update merchant set name = 'Changed' where id = $1`
  proxy.holdAnswersFrom(statement)
  const work = withDeadline(DEADLINE_MS, () =>
    transaction(kit.context('test'), (tx) => sql(tx, statement, [world.merchantId])),
  )
  expect(await failureOf(work)).toBeInstanceOf(DatabaseTimeout)
  expectOneLess()
  proxy.passAnswers()
  const [merchant] = await sql<{ name: string }>(
    kit.context('test'),
    'select name from merchant where id = $1 for update',
    [world.merchantId],
  )
  expect(merchant?.name).not.toBe('Changed')
})

test('a request whose commit gets no answer gets 503 with Retry-After, and a retry returns the committed refund', async () => {
  const { id } = await aPaidCharge(world)
  await settleEverything(world)
  const server = createServer(makeApp(kit, undefined)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const rest = new RestClient(
    `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    world.key,
  )
  const headers = { 'idempotency-key': anIdempotencyKey() }
  const refund = () => rest.post(`/v1/pix/charges/${id}/refunds`, { amount_cents: 100 }, headers)

  proxy.holdAnswersFrom('commit')
  const unknown = await refund()
  expect(unknown).toMatchObject({ status: 503, body: { error: { code: 'service_unavailable' } } })
  expect(unknown.headers.get('retry-after')).toBe('1')
  proxy.passAnswers()
  const repeated = await refund()
  expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
  const { body } = await rest.get<{ items: object[] }>(`/v1/pix/charges/${id}/refunds`)
  expect(body.items).toHaveLength(1)
  server.close()
})

test('an operation of the console gets 503 with Retry-After while the database answers no SQL statement', async () => {
  await using testConsole = await TestConsole.start(kit)
  const browser = await testConsole.signedIn('support')
  proxy.holdAnswers()
  const { status, headers, errors } = await browser.send('{ me { id } }')
  proxy.passAnswers()
  expect([status, headers.get('retry-after')]).toEqual([503, '1'])
  expect(errors).toMatchObject([{ extensions: { code: 'service_unavailable', retry_after_seconds: 1 } }])
})
