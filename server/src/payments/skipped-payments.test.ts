import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../kernel/database/sql.ts'
import { captureLog } from '../testing/captured-log.ts'
import { createCharge } from '../testing/fixtures/charges.ts'
import { refuseRows } from '../testing/suites/it-isolates-failing-merchant.ts'
import { World } from '../testing/world.ts'
import { drainInbox } from './drain-inbox.ts'

const PAYMENTS = 8

let world: World
beforeAll(async () => {
  world = await World.start({ log: captureLog().log })
})
afterAll(() => world.stop())

test('after four failed payments of a merchant, the run skips its other payments without counting an attempt', async () => {
  const accept = await refuseRows(world, 'journal_entry', world.merchantId)
  for (let n = 0; n < PAYMENTS; n++) {
    const { body } = await createCharge(world.rest)
    world.network.pay({ txid: body.pix?.txid ?? '' })
  }
  await world.network.idle()
  expect(await drainInbox(world.context(), 100)).toBe(0)
  const attempts = await sql<{ attempts: number }>(
    world.context(),
    'select attempts from network_inbox order by attempts desc',
  )
  expect(attempts.map((row) => row.attempts)).toEqual([1, 1, 1, 1, 0, 0, 0, 0])
  expect(await drainInbox(world.context(), 100)).toBe(0)
  await accept()
  world.clock.advance(60_000)
  expect(await drainInbox(world.context(), 100)).toBe(PAYMENTS)
})

test('an aborted run records no further payment and counts no attempt', async () => {
  const { body } = await createCharge(world.rest)
  world.network.pay({ txid: body.pix?.txid ?? '' })
  await world.network.idle()
  const stop = new AbortController()
  stop.abort()
  expect(await drainInbox({ ...world.context(), signal: stop.signal }, 100)).toBe(0)
  expect(await sql(world.context(), `select attempts from network_inbox where state = 'waiting'`)).toEqual([
    { attempts: 0 },
  ])
  expect(await drainInbox(world.context(), 100)).toBe(1)
})
