import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../kernel/database/sql.ts'
import { captureLog } from '../testing/captured-log.ts'
import { createCharge } from '../testing/fixtures/charges.ts'
import { refusedCount, refuseRows } from '../testing/suites/it-isolates-failing-merchant.ts'
import { World } from '../testing/world.ts'
import { drainInbox } from './drain-inbox.ts'

const PAYMENTS = 8

let world: World
beforeAll(async () => {
  world = await World.start({ log: captureLog().log })
})
afterAll(() => world.stop())

/** Creates a charge and pays it. The payment waits in the inbox. */
async function receivePayment({ rest }: Pick<World, 'rest'> = world): Promise<void> {
  const { body } = await createCharge(rest)
  world.network.pay({ txid: body.pix?.txid ?? '' })
  await world.network.idle()
}

test('after four failed payments of a merchant, the run skips its other payments without counting an attempt', async () => {
  const accept = await refuseRows(world, 'journal_entry', world.merchantId)
  for (let n = 0; n < PAYMENTS; n++) await receivePayment()
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
  await receivePayment()
  const stop = new AbortController()
  stop.abort()
  expect(await drainInbox({ ...world.context(), signal: stop.signal }, 100)).toBe(0)
  expect(await sql(world.context(), `select attempts from network_inbox where state = 'waiting'`)).toEqual([
    { attempts: 0 },
  ])
  expect(await drainInbox(world.context(), 100)).toBe(1)
})

/** A row is parked after this many failed attempts. */
const ATTEMPTS_MAX = 12

test.each([
  { fault: 'statement timeout', state: '57014', tries: 2 },
  { fault: 'lock timeout', state: '55P03', tries: 1 },
  { fault: 'full disk', state: '53100', tries: 1 },
  { fault: 'shutdown of the database', state: '57P01', tries: 1 },
])(
  "after a $fault, a run postpones the merchant's other payments and counts no attempt",
  async ({ state, tries }) => {
    const accept = await refuseRows(world, 'journal_entry', world.merchantId, state)
    for (let n = 0; n < 3; n++) await receivePayment()
    for (let n = 1; n <= ATTEMPTS_MAX; n++) {
      expect(await drainInbox(world.context(), 100)).toBe(0)
      expect(await refusedCount(world, 'journal_entry')).toBe(n * tries)
      world.clock.advance(60_000)
    }
    const untouched = { attempts: 0, last_error: null, state: 'waiting' }
    expect(
      await sql(
        world.context(),
        `select attempts, last_error, state from network_inbox where state <> 'done'`,
      ),
    ).toEqual([untouched, untouched, untouched])
    await accept()
    expect(await drainInbox(world.context(), 100)).toBe(3)
  },
)

test('after a full disk in the transaction of two merchants, a run postpones the payments of both and counts no attempt', async () => {
  const other = await world.anotherMerchant()
  const accept = await refuseRows(world, 'journal_entry', world.merchantId, '53100')
  await receivePayment()
  await receivePayment(other)
  expect(await drainInbox(world.context(), 100)).toBe(0)
  expect(await refusedCount(world, 'journal_entry')).toBe(1)
  const postponed = await sql<{ attempts: number; due: boolean }>(
    world.context(),
    `select attempts, next_attempt_at <= $1 as due from network_inbox where state = 'waiting'`,
    [world.clock.now()],
  )
  expect(postponed).toEqual([
    { attempts: 0, due: false },
    { attempts: 0, due: false },
  ])
  await accept()
  world.clock.advance(60_000)
  expect(await drainInbox(world.context(), 100)).toBe(2)
})
