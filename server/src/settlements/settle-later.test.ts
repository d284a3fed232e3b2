import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sweepReceived } from '../inbox/sweep-received.ts'
import { plusMs } from '../kernel/clock.ts'
import { sql } from '../kernel/database/sql.ts'
import { FailingMerchants } from '../kernel/jobs/failing-merchants.ts'
import { captureLog } from '../testing/captured-log.ts'
import { aPaidCharge } from '../testing/fixtures/charges.ts'
import { runBefore } from '../testing/suites/intercept-queries.ts'
import { refuseRows } from '../testing/suites/it-isolates-failing-merchant.ts'
import { World } from '../testing/world.ts'
import { settleListed } from './settle-listed.ts'

/** The first pause of a failing merchant, in milliseconds. */
const PAUSE_MS = 2_000

let world: World
beforeAll(async () => {
  world = await World.start({ log: captureLog('warn').log })
  world.clock.stop()
})
afterAll(() => world.stop())

let endToEndId: string
beforeEach(async () => {
  const charge = await aPaidCharge(world)
  endToEndId = charge.end_to_end_id ?? ''
  world.clock.advance(60_000)
  await sweepReceived(world.context())
  await world.settleInbox()
})

const settle = (failing: FailingMerchants) => settleListed(world.context('job:settlement'), 10, failing)

async function listing() {
  const [row] = await sql<{ attempts: number; state: string; next: Date }>(
    world.context(),
    'select attempts, state, next_attempt_at as next from network_listing where end_to_end_id = $1',
    [endToEndId],
  )
  return row
}

const isReadOfPayments = (statement: string) => statement.startsWith('select "p"."merchant_id"')

test('a listing of a paused merchant waits until the end of the pause, and the wait is not counted as an attempt', async () => {
  const failing = new FailingMerchants()
  failing.locked(world.merchantId, world.clock.now())
  const pauseEnd = plusMs(world.clock.now(), PAUSE_MS)
  expect(await settle(failing)).toBe(0)
  expect(await listing()).toEqual({ attempts: 0, state: 'waiting', next: pauseEnd })
  world.clock.advance(PAUSE_MS)
  expect(await settle(failing)).toBe(1)
  expect(await listing()).toMatchObject({ attempts: 1, state: 'settled' })
})

test.each([
  { fault: 'lock timeout', state: '55P03', waitMs: PAUSE_MS },
  { fault: 'statement timeout', state: '57014', waitMs: PAUSE_MS },
  { fault: 'shutdown of the database', state: '57P01', waitMs: 1_000 },
])('a $fault is not counted as an attempt to settle a listing', async ({ state, waitMs }) => {
  const accept = await refuseRows(world, 'payment', world.merchantId, state)
  expect(await settle(new FailingMerchants())).toBe(0)
  await accept()
  expect(await listing()).toEqual({ attempts: 0, state: 'waiting', next: plusMs(world.clock.now(), waitMs) })
  world.clock.advance(waitMs)
  expect(await settle(new FailingMerchants())).toBe(1)
})

test('an aborted run ends its lease on listings, and is not counted as an attempt', async () => {
  const stop = new AbortController()
  const ctx = { ...world.context('job:settlement'), signal: stop.signal }
  const stopping = runBefore(ctx, isReadOfPayments, async () => stop.abort())
  expect(await settleListed(stopping, 10)).toBe(0)
  expect(await listing()).toEqual({ attempts: 0, state: 'waiting', next: world.clock.now() })
  expect(await settle(new FailingMerchants())).toBe(1)
})

test('a process does not reschedule a listing on which another process has taken the lease', async () => {
  const accept = await refuseRows(world, 'payment', world.merchantId)
  let updatesCount = 0
  const isReschedule = (statement: string) =>
    statement.startsWith('update "network_listing"') && ++updatesCount === 2
  const otherLease = plusMs(world.clock.now(), 90_000)
  const ctx = runBefore(world.context('job:settlement'), isReschedule, () =>
    sql(
      world.context(),
      'update network_listing set attempts = 2, next_attempt_at = $2 where end_to_end_id = $1',
      [endToEndId, otherLease],
    ),
  )
  expect(await settleListed(ctx, 10)).toBe(0)
  expect(updatesCount).toBe(2)
  expect(await listing()).toEqual({ attempts: 2, state: 'waiting', next: otherLease })
  await accept()
})

test('a settlement waits after the transaction of a merchant, unless the batch is full', async () => {
  const pausesOf = async (limit: number): Promise<number> => {
    let nowMs = world.clock.now().getTime()
    let pauses = 0
    const clock = { now: () => new Date((nowMs += 1)), sleep: async () => void (pauses += 1) }
    await settleListed({ ...world.context('job:settlement'), clock }, limit)
    return pauses
  }
  expect(await pausesOf(2)).toBe(1)
  const waitAgain = `update network_listing set state = 'waiting', next_attempt_at = $2 where end_to_end_id = $1`
  await sql(world.context(), waitAgain, [endToEndId, world.clock.now()])
  expect(await pausesOf(1)).toBe(0)
  expect(await listing()).toMatchObject({ attempts: 2, state: 'settled' })
})
