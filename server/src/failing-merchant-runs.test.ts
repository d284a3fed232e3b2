import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepReceived } from './inbox/sweep-received.ts'
import { FailingMerchants } from './kernel/jobs/failing-merchants.ts'
import { transaction } from './kernel/context.ts'
import { sql } from './kernel/database/sql.ts'
import { lockLedger } from './ledger/post-entries.ts'
import { drainInbox } from './payments/drain-inbox.ts'
import { settleListed } from './settlements/settle-listed.ts'
import { captureLog } from './testing/captured-log.ts'
import { createCharge, type PaymentFixture } from './testing/fixtures/charges.ts'
import { refusedCount, refuseRows } from './testing/suites/it-isolates-failing-merchant.ts'
import { World } from './testing/world.ts'

const TABLE = 'journal_entry'
const NEW_ROWS = 6
const RUNS = 5
const MERCHANTS_ROWS = 2
/** The maximum number of transactions that a run attempts for a failing merchant: one batch and four single rows. */
const TRANSACTIONS_MAX = 5
/** The inbox job first attempts one transaction of both merchants. */
const TOGETHER = 1
const LOCK_MS = 300

let world: World
let other: Awaited<ReturnType<World['anotherMerchant']>>
beforeAll(async () => {
  world = await World.start({ log: captureLog().log, lockMs: LOCK_MS })
  other = await world.anotherMerchant()
  world.clock.stop()
})
afterAll(() => world.stop())

async function pay({ rest }: Pick<PaymentFixture, 'rest'>, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const { body } = await createCharge(rest)
    world.network.pay({ txid: body.pix?.txid ?? '' })
  }
  await world.network.idle()
}

/**
 * Counts the merchant's payments in the PSP's list. Counts only settled payments if `isSettled` is true, and only
 * unsettled payments otherwise.
 */
async function countListed(merchantId: string, isSettled: boolean): Promise<number> {
  const rows = await sql(
    world.context(),
    `select from payment p join network_listing l on l.end_to_end_id = p.end_to_end_id
     where p.merchant_id = $1 and (p.settled_at is not null) = $2`,
    [merchantId, isSettled],
  )
  return rows.length
}

/**
 * Runs the inbox job RUNS times. Before each run, both merchants get new payments. Returns the number of refused
 * transactions of each run.
 */
async function drainBesideFailing(failing: FailingMerchants): Promise<number[]> {
  const refused: number[] = []
  for (let n = 0; n < RUNS; n++) {
    await pay(world, NEW_ROWS)
    await pay(other, MERCHANTS_ROWS)
    const before = await refusedCount(world, TABLE)
    expect(await drainInbox(world.context(), 500, { failing })).toBe(MERCHANTS_ROWS)
    refused.push((await refusedCount(world, TABLE)) - before)
  }
  return refused
}

test('inbox: each run records the payments of the other merchant, and skips a failing merchant during its pause', async () => {
  const accept = await refuseRows(world, TABLE, world.merchantId)
  const failing = new FailingMerchants()
  expect(await drainBesideFailing(failing)).toEqual([TOGETHER + TRANSACTIONS_MAX, 0, 0, 0, 0])
  world.clock.advance(2_000)
  // In the first run after the pause of the failing merchant (see `FailingMerchants`), the job tries its batch and then
  // one row.
  expect(await drainBesideFailing(failing)).toEqual([2, 0, 0, 0, 0])
  await accept()
  world.clock.advance(120_000)
  expect(await drainInbox(world.context(), 500, { failing })).toBe(2 * RUNS * NEW_ROWS)
})

test('settlement: each run settles payments of the other merchant, and skips a failing merchant during its pause', async () => {
  const failing = new FailingMerchants()
  const refused: number[] = []
  let settledCount = 0
  for (let n = 0; n < RUNS; n++) {
    await pay(world, NEW_ROWS)
    await pay(other, MERCHANTS_ROWS)
    await world.settleInbox()
    // The clock advances by less than a pause during all runs together, so the pause of the failing merchant does not
    // end.
    world.clock.advance(300)
    await sweepReceived(world.context())
    const accept = await refuseRows(world, TABLE, world.merchantId)
    await settleListed(world.context(), 1_000, failing)
    refused.push(await refusedCount(world, TABLE))
    await accept()
    expect(await countListed(other.merchantId, false)).toBe(0)
    const count = await countListed(other.merchantId, true)
    expect(count).toBeGreaterThan(settledCount)
    settledCount = count
  }
  expect(await countListed(world.merchantId, true)).toBe(0)
  expect(refused).toEqual([TRANSACTIONS_MAX, 0, 0, 0, 0])
  world.clock.advance(120_000)
  await settleListed(world.context(), 1_000, failing)
  expect(await countListed(world.merchantId, false)).toBe(0)
})

test('inbox: while one merchant is locked, each run records the payments of the other merchant', async () => {
  const failing = new FailingMerchants()
  const locked = Promise.withResolvers<void>()
  const unlocked = Promise.withResolvers<void>()
  const holding = transaction(world.context(), async (tx) => {
    await lockLedger(tx, world.merchantId)
    locked.resolve()
    await unlocked.promise
  })
  await locked.promise
  for (let run = 0; run <= RUNS; run++) {
    await pay(world, NEW_ROWS)
    await pay(other, MERCHANTS_ROWS)
    expect(await drainInbox(world.context(), 500, { failing })).toBe(MERCHANTS_ROWS)
  }
  unlocked.resolve()
  await holding
  world.clock.advance(120_000)
  expect(await drainInbox(world.context(), 500, { failing })).toBe((RUNS + 1) * NEW_ROWS)
})
