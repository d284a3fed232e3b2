import { beforeAll, expect, test } from 'vitest'
import { sweepReceived } from '../inbox/sweep-received.ts'
import { sql } from '../kernel/database/sql.ts'
import { reversePayout } from '../payouts/reverse-payout.ts'
import { settleReturns } from '../returns/settle-returns.ts'
import { aPaidCharge } from '../testing/fixtures/charges.ts'
import { settleEverything } from '../testing/fixtures/ledger.ts'
import { requestRefund, untilEnded } from '../testing/fixtures/returns.ts'
import { startConsole } from '../testing/fixtures/start-console.ts'
import { pay } from '../testing/fixtures/payout-lines.ts'
import { aBankAccount } from '../testing/fixtures/bank-accounts.ts'
import { advanceToHour, localDate } from '../testing/test-clock.ts'
import { QUERIES } from '../testing/suites/console-query-limits.ts'

interface Sums {
  recordedCount: number
  recordedCents: string
  networkCents: string
  confirmedCount: number
  laterCount: number
}
interface Day {
  result: string
  payments: Sums
  returns: Sums
  payouts: { count: number; payoutCents: string; journalCents: string }
  openCount: number
  openIds: string[]
  closedCount: number
}

const { world, testConsole } = await startConsole({ terms: { feePercentBps: 200, reserveBps: 0 } })
/** The day on which the tests start. */
let date: string
beforeAll(async () => {
  world.clock.stop()
  advanceToHour(world.clock, 12)
  date = localDate(world.clock)
  await aBankAccount(world, world.merchantId)
})

async function readDay(of: string, merchantId: string | null = world.merchantId): Promise<Day> {
  const finance = await testConsole.signedIn('finance')
  const query = QUERIES.get('ReconciliationDay') ?? ''
  const { data } = await finance.send<{ reconciliationDay: Day }>(query, { merchantId, date: of })
  if (!data) throw new Error(`the query ReconciliationDay of ${of} returned no data`)
  return data.reconciliationDay
}

/** Settles the payments. First advances the clock, because the sweep reads only payments before the current time. */
async function settle(): Promise<void> {
  world.clock.advance(1_000)
  await settleEverything(world)
}

/** Reads the PSP's list up to the end of the day, and advances the clock to the time when the day is closed. */
async function closeDay(): Promise<void> {
  advanceToHour(world.clock, 6)
  await sweepReceived(world.context('job:sweep'))
}

test('a day matches when all its payments, returns and payouts are confirmed', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  await settle()
  const { body: refund } = await requestRefund(world.rest, charge.id, { amount_cents: 1_000 })
  await untilEnded(world, refund)
  world.clock.advance(3_000)
  await settleReturns(world.context(), 10)
  await pay(world, world.merchantId, 3_000n)
  const reversed = await pay(world, world.merchantId, 500n)
  await reversePayout(world.context(), world.merchantId, reversed, 'Engano')
  expect((await readDay(date)).result).toBe('open')

  await closeDay()
  expect(await readDay(date)).toMatchObject({
    result: 'matches',
    payments: { recordedCount: 1, recordedCents: '10000', networkCents: '10000', confirmedCount: 1 },
    returns: { recordedCount: 1, recordedCents: '1000', networkCents: '1000', confirmedCount: 1 },
    payouts: { count: 1, payoutCents: '3000', journalCents: '3000' },
    openCount: 0,
    closedCount: 0,
  })
})

test('a day does not match while a payment of the day is unconfirmed, and its summary has the amount at the network', async () => {
  advanceToHour(world.clock, 12)
  const day = localDate(world.clock)
  const charge = await aPaidCharge(world, { amount_cents: 700 })
  world.clock.advance(1_000)
  await sweepReceived(world.context('job:sweep'))
  await sql(world.context(), 'update network_listing set amount_cents = 600 where end_to_end_id = $1', [
    charge.end_to_end_id,
  ])
  await closeDay()
  expect(await readDay(day)).toMatchObject({
    result: 'differs',
    payments: { recordedCents: '700', networkCents: '0', confirmedCount: 0 },
    openCount: 0,
  })
  await settle()
  const differing = { recordedCents: '700', networkCents: '600', confirmedCount: 0 }
  expect(await readDay(day)).toMatchObject({ result: 'differs', payments: differing, openCount: 1 })
  // The difference was found on the next day, but belongs to the day of the payment.
  expect((await readDay(date)).result).toBe('matches')

  const exception = await sql<{ id: string }>(world.context(), 'select id from reconciliation_exception')
  expect((await readDay(day)).openIds).toEqual(exception.map(({ id }) => id))
  const finance = await testConsole.signedIn('finance')
  const closing = { merchantId: world.merchantId, id: exception[0]?.id, resolution: 'Conferido' }
  const { errors } = await finance.send(
    `mutation ($merchantId: Uuid!, $id: Uuid!, $resolution: String!) {
       closeReconciliationException(merchantId: $merchantId, id: $id, resolution: $resolution, remedy: settle_as_listed) { id } }`,
    closing,
  )
  expect(errors).toEqual([])
  expect(await readDay(day)).toMatchObject({
    result: 'matches',
    payments: { recordedCents: '700', confirmedCount: 1, laterCount: 1 },
    openCount: 0,
    openIds: [],
  })
  expect((await readDay(localDate(world.clock))).closedCount).toBe(1)
})

test('the day of two payments that only the PSP has gets the result `differs` and the ids of both differences', async () => {
  advanceToHour(world.clock, 12)
  const day = localDate(world.clock)
  const exceptions = await sql<{ id: string }>(
    world.context(),
    `insert into reconciliation_exception (merchant_id, id, kind, state, subject, end_to_end_id, details, opened_at, checked_at)
     select $1::uuid, gen_random_uuid(), 'payment_not_recorded', 'open', subject, subject,
       '{"received_cents": "900"}'::jsonb, $2::timestamptz, $2::timestamptz
     from unnest(array['E-alheio', 'E-alheio-2']) subject
     returning id`,
    [world.merchantId, world.clock.now()],
  )
  await closeDay()
  const shown = await readDay(day)
  expect(shown).toMatchObject({
    result: 'differs',
    payments: { recordedCount: 0, recordedCents: '0', networkCents: '1800' },
    openCount: 2,
  })
  expect(shown.openIds.toSorted()).toEqual(exceptions.map(({ id }) => id).toSorted())
})

test('a day is unlisted until the service has read the list of the PSP', async () => {
  advanceToHour(world.clock, 12)
  const day = localDate(world.clock)
  const { merchantId, rest } = await world.anotherMerchant()
  const other = { network: world.network, rest, settleInbox: () => world.settleInbox() }
  await aPaidCharge(other, { amount_cents: 1_100 })
  await aPaidCharge(world, { amount_cents: 900 })
  await settle()
  advanceToHour(world.clock, 6)
  expect((await readDay(day)).result).toBe('unlisted')
  await sweepReceived(world.context('job:sweep'))
  const recordedOf = async (id: string | null) => (await readDay(day, id)).payments.recordedCents
  expect([await recordedOf(merchantId), await recordedOf(world.merchantId), await recordedOf(null)]).toEqual([
    '1100',
    '900',
    '2000',
  ])
  expect((await readDay(day, merchantId)).result).toBe('matches')
})
