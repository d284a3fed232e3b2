import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApp } from './app.ts'
import { makeLog } from './kernel/log.ts'
import { openKit, type Kit } from './kit.ts'
import { RestClient } from './testing/clients/rest-client.ts'
import { eventually } from './testing/eventually.ts'
import { aPaidCharge, anIdempotencyKey, createCharge } from './testing/fixtures/charges.ts'
import { settleEverything } from './testing/fixtures/ledger.ts'
import { World } from './testing/world.ts'

/** The size of the pool. Refunds of one merchant use at most half of these connections. */
const CONNECTIONS = 12
const REFUNDS_AT_ONCE = 6
/** The number of refunds: more than can get a turn (see `Turns`) before the waiting refunds time out. */
const REFUNDS = 32
const LOCK_MS = 1_000

let world: World
let kit: Kit
let server: Server
let baseUrl: string
beforeAll(async () => {
  world = await World.start({ lockMs: LOCK_MS })
  const { config, secrets, clock } = world.kit
  const { pix } = world
  kit = await openKit({ ...config, databasePoolSize: CONNECTIONS }, secrets, {
    clock,
    pix,
    log: makeLog('silent'),
  })
  server = createServer(makeApp(kit, undefined)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterAll(async () => {
  server.close()
  await kit.close()
  await world.stop()
})

/** Locks the default merchant's ledger until the returned function is called. */
async function lockLedger(): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: world.database.superuserUrl })
  await client.connect()
  await client.query('begin')
  await client.query('select from ledger_head where merchant_id = $1 for update', [world.merchantId])
  return () => client.end()
}

const taken = () => kit.database.poolState().size - kit.database.poolState().idle

test('refunds that wait for a locked ledger use half of the pool and get 503, while other requests are answered', async () => {
  const { id } = await aPaidCharge(world)
  await settleEverything(world)
  const rest = new RestClient(baseUrl, world.key)
  const refund = () =>
    rest.post(
      `/v1/pix/charges/${id}/refunds`,
      { amount_cents: 100 },
      { 'idempotency-key': anIdempotencyKey() },
    )
  const unlock = await lockLedger()
  const refunds = Array.from({ length: REFUNDS }, refund)
  await eventually(() => {
    expect(taken()).toBe(REFUNDS_AT_ONCE)
    expect(kit.turns.waiting).toBeGreaterThan(0)
  })
  expect((await createCharge(rest)).status).toBe(201)
  expect((await rest.get('/v1/balance')).status).toBe(200)

  for (const refused of await Promise.all(refunds)) {
    expect(refused).toMatchObject({ status: 503, body: { error: { code: 'service_unavailable' } } })
    expect(refused.headers.get('retry-after')).toBe('1')
  }
  expect(kit.turns.refused).toBeGreaterThan(0)
  await unlock()
  await eventually(() => expect([taken(), kit.turns.waiting]).toEqual([0, 0]))
  expect((await refund()).status).toBe(201)
})
