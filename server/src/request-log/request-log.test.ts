import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../kernel/database/sql.ts'
import type { Metrics } from '../kernel/metrics/metrics.ts'
import type { ServedCall } from '../kernel/served-call.ts'
import type { ServiceContext } from '../kit.ts'
import { aServedCall } from '../testing/fixtures/requests.ts'
import { eventually } from '../testing/eventually.ts'
import { World } from '../testing/world.ts'
import { RequestLog, WAITING_MAX } from './request-log.ts'

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

const aCall = (caller: ServedCall['caller']): ServedCall => aServedCall(world.kit, caller)

const someone = () => ({ merchantId: world.merchantId, apiKeyId: world.kit.ids.uuid(world.clock.now()) })

const storedOf = async ({ apiKeyId }: { apiKeyId: string }): Promise<number> => {
  const rows = await sql(world.context(), 'select 1 from request_log where api_key_id = $1', [apiKeyId])
  return rows.length
}

const away = (): never => {
  throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
}

/** Returns a request log with its own counter of dropped calls. While `isAway` is true, the database is unreachable. */
function aLog() {
  const state = { isAway: false, dropped: 0 }
  const metrics: Metrics = {
    count: (_metric, _labels, by = 1) => void (state.dropped += by),
    observe: () => undefined,
  }
  const context = (): ServiceContext => {
    if (!state.isAway) return { ...world.context(), metrics }
    const em = new Proxy(world.context().em, { get: away })
    return { ...world.context(), metrics, em, log: { ...world.kit.log, warn: () => undefined } }
  }
  return { state, log: new RequestLog(context, 1) }
}

test('the request log stores a call in the background', async () => {
  const { log } = aLog()
  const caller = someone()
  log.record(aCall(caller))
  await eventually(async () => expect(await storedOf(caller)).toBe(1))
  log.record(aCall(caller))
  await eventually(async () => expect(await storedOf(caller)).toBe(2))
  await log.close()
})

test('closing the request log stores the calls that wait', async () => {
  const { log } = aLog()
  const caller = someone()
  for (let n = 0; n < 3; n++) log.record(aCall(caller))
  await log.close()
  expect(await storedOf(caller)).toBe(3)
})

test('calls wait while the database is unreachable, and are stored once when the database is reachable again', async () => {
  const { log, state } = aLog()
  const caller = someone()
  state.isAway = true
  const call = aCall(caller)
  log.record(call)
  log.record(call)
  log.record(aCall(caller))
  expect(await log.flush()).toBe(false)
  expect(await storedOf(caller)).toBe(0)
  state.isAway = false
  expect(await log.flush()).toBe(true)
  await log.close()
  expect(await storedOf(caller)).toBe(2)
  expect(state.dropped).toBe(0)
})

test('a full request log drops calls, and calls without a key fill at most half of it', async () => {
  const { log, state } = aLog()
  const caller = someone()
  state.isAway = true
  for (let n = 0; n < WAITING_MAX / 2 + 1; n++) log.record(aCall(null))
  expect(state.dropped).toBe(1)
  for (let n = 0; n < WAITING_MAX / 2; n++) log.record(aCall(caller))
  expect(state.dropped).toBe(1)
  log.record(aCall(caller))
  expect(state.dropped).toBe(2)
  await log.close()
})
