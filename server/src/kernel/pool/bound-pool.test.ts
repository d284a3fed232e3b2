import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApp } from '../../app.ts'
import { openKit, type Kit } from '../../kit.ts'
import { eventually } from '../../testing/eventually.ts'
import { World } from '../../testing/world.ts'
import { RestClient } from '../../testing/clients/rest-client.ts'
import { transaction } from '../context.ts'
import { sql } from '../database/sql.ts'
import { isTransient } from '../jobs/transient-error.ts'

const CONNECTIONS = 2
const WAITING_MAX = 64

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

/** Opens a kit with a small pool, in which a caller waits `connectMs` for a connection. */
async function openSmallKit(connectMs: number): Promise<Kit> {
  const { config, secrets, clock } = world.kit
  const { pix } = world
  return openKit({ ...config, databasePoolSize: CONNECTIONS }, secrets, { clock, pix, connectMs })
}

/** Takes every connection of the pool. Returns a function that releases the connections. */
async function takeConnections(kit: Kit): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let taken = 0
  const holding = Array.from({ length: CONNECTIONS }, () =>
    transaction(kit.context('test'), async (tx) => {
      await sql(tx, 'select 1')
      taken += 1
      await promise
    }),
  )
  await eventually(() => expect(taken).toBe(CONNECTIONS))
  return async () => {
    resolve()
    await Promise.all(holding)
  }
}

const readOne = (kit: Kit) => sql(kit.context('test'), 'select 1')

test('a request gets 503 with Retry-After when too many callers wait for a connection', async () => {
  const kit = await openSmallKit(60_000)
  const server = createServer(makeApp(kit, undefined)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const rest = new RestClient(
    `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    world.key,
  )
  const giveBack = await takeConnections(kit)
  const waiting = Array.from({ length: WAITING_MAX }, () => readOne(kit))
  await eventually(() => expect(kit.database.poolState().waiting).toBe(WAITING_MAX))

  const refused = await rest.get('/v1/balance')
  expect(refused).toMatchObject({ status: 503, body: { error: { code: 'service_unavailable' } } })
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(kit.database.poolState()).toMatchObject({ waiting: WAITING_MAX, refused: 1 })

  await giveBack()
  expect(await Promise.all(waiting)).toHaveLength(WAITING_MAX)
  expect((await rest.get('/v1/balance')).status).toBe(200)
  server.close()
  await kit.close()
})

test('when close is called while a pool opens a connection, the pool closes only after the caller has returned this connection', async () => {
  const kit = await openSmallKit(60_000)
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const transacted = transaction(kit.context('test'), async () => {
    begun.resolve()
    await ended.promise
  })
  await begun.promise

  const reading = readOne(kit)
  await eventually(() => expect(kit.database.poolState().size).toBe(2))
  const closing = kit.close()
  ended.resolve()
  await transacted
  expect(await reading).toHaveLength(1)
  await closing
  await expect(readOne(kit)).rejects.toMatchObject({ code: 'DATABASE_BUSY' })
})

test('a caller that waits too long for a connection gets a transient error', async () => {
  const kit = await openSmallKit(1_000)
  const giveBack = await takeConnections(kit)
  const error: unknown = await readOne(kit).catch((reason: unknown) => reason)
  expect(isTransient(error)).toBe(true)
  expect(kit.database.poolState()).toMatchObject({ waiting: 0, timeouts: 1, max: CONNECTIONS })
  await giveBack()
  expect(await readOne(kit)).toHaveLength(1)
  await kit.close()
})
