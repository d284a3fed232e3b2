import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepReceived } from '../inbox/sweep-received.ts'
import { sql } from '../kernel/database/sql.ts'
import { balanceOf, expectBalancedLedger, settleEverything, statementOf } from '../testing/fixtures/ledger.ts'
import { aPaidCharge } from '../testing/fixtures/charges.ts'
import { World } from '../testing/world.ts'
import { makeAvailable } from './make-available.ts'
import { releaseReserves } from './release-reserves.ts'
import { settleListed } from './settle-listed.ts'

const DAY_MS = 86_400_000

let world: World
beforeAll(async () => {
  world = await World.start({ terms: { feePercentBps: 200, reserveBps: 1_000, reserveDays: 30 } })
})
afterAll(() => world.stop())

const events = (type: string, merchantId: string) =>
  sql<{ data: Record<string, string> }>(
    world.context(),
    `select body::jsonb -> 'data' as data from webhook_event where type = $1 and merchant_id = $2 order by id`,
    [type, merchantId],
  )

const settledEntries = async (merchantId: string) => {
  const [row] = await sql<{ n: bigint }>(
    world.context(),
    `select count(*) as n from journal_entry where merchant_id = $1 and event_type = 'provider.settled'`,
    [merchantId],
  )
  return row?.n
}

test('without a settlement delay, charges that the PSP has listed become available, with one journal entry each and one event in total', async () => {
  await aPaidCharge(world, { amount_cents: 10_000 })
  await aPaidCharge(world, { amount_cents: 20_000 })
  expect(await makeAvailable(world.context(), 100)).toBe(0)
  expect(await balanceOf(world.rest)).toMatchObject({ pending_cents: '26460', available_cents: '0' })

  await settleEverything(world)
  expect(await balanceOf(world.rest)).toMatchObject({
    pending_cents: '0',
    available_cents: '26460',
    contract_reserve_cents: '2940',
    total_cents: '29400',
  })
  const moved = (await statementOf(world.rest)).filter(([type]) => type === 'gateway.funds_available')
  expect(moved.toSorted()).toEqual([
    ['gateway.funds_available', 'available', '17640'],
    ['gateway.funds_available', 'available', '8820'],
    ['gateway.funds_available', 'pending', '-17640'],
    ['gateway.funds_available', 'pending', '-8820'],
  ])
  expect(await events('balance.available', world.merchantId)).toEqual([
    {
      data: {
        amount_cents: '26460',
        available_cents: '26460',
        charges_count: 2,
        as_of: expect.stringMatching(/Z$/),
      },
    },
  ])
  await expectBalancedLedger(world)
})

const settledTimes = () =>
  sql<{ at: Date }>(
    world.context(),
    'select settled_at as at from payment where merchant_id = $1 order by id',
    [world.merchantId],
  )

test('further runs of the settlement jobs, even concurrent ones, change nothing that is already settled', async () => {
  const before = { ...(await balanceOf(world.rest)), as_of: '' }
  const settled = await settledEntries(world.merchantId)
  const times = await settledTimes()
  await sql(world.context(), `update network_listing set state = 'waiting', next_attempt_at = '2020-01-01'`)
  await Promise.all([1, 2, 3].map(() => settleListed(world.context(), 100)))
  await Promise.all([1, 2, 3].map(() => makeAvailable(world.context(), 100)))
  expect({ ...(await balanceOf(world.rest)), as_of: '' }).toEqual(before)
  expect(await settledEntries(world.merchantId)).toBe(settled)
  expect(await settledTimes()).toEqual(times)
  expect(await events('balance.available', world.merchantId)).toHaveLength(1)
  await expectBalancedLedger(world)
})

test('concurrent workers settle each charge once, and make its money available once', async () => {
  const other = await world.anotherMerchant({ writeRate: 1_000, readRate: 1_000 })
  for (let n = 0; n < 5; n++) await aPaidCharge(worldOf(other.rest), { amount_cents: 1_000 })
  await sweepReceived(world.context())
  await Promise.all([1, 2, 3, 4].map(() => settleListed(world.context(), 100)))
  await Promise.all([1, 2, 3, 4].map(() => makeAvailable(world.context(), 3)))
  await makeAvailable(world.context(), 100)
  expect(await balanceOf(other.rest)).toMatchObject({ pending_cents: '0', available_cents: '4900' })
  expect(await settledEntries(other.merchantId)).toBe(5n)
  await expectBalancedLedger(world, other.rest)
})

test('with a settlement delay of two days, settled money stays pending for two days', async () => {
  const other = await world.anotherMerchant({ settlementDelayDays: 2 })
  await aPaidCharge(worldOf(other.rest), { amount_cents: 10_000 })
  await settleEverything(world)
  expect(await settledEntries(other.merchantId)).toBe(1n)
  world.clock.advance(2 * DAY_MS - 60_000)
  await settleEverything(world)
  expect(await balanceOf(other.rest)).toMatchObject({ pending_cents: '9800', available_cents: '0' })
  world.clock.advance(60_000)
  await settleEverything(world)
  expect(await balanceOf(other.rest)).toMatchObject({ pending_cents: '0', available_cents: '9800' })
  await expectBalancedLedger(world, other.rest)
})

test('the remaining reserve is released once when its reserve period is over, with one event per charge', async () => {
  expect(await releaseReserves(world.context(), 100)).toBe(0)
  const before = await balanceOf(world.rest)
  world.clock.advance(30 * DAY_MS)
  expect(await releaseReserves(world.context(), 100)).toBe(2)
  expect(await releaseReserves(world.context(), 100)).toBe(0)
  const after = await balanceOf(world.rest)
  expect(after).toMatchObject({ contract_reserve_cents: '0', total_cents: before['total_cents'] })
  expect(BigInt(after['available_cents'] ?? '') - BigInt(before['available_cents'] ?? '')).toBe(2_940n)
  const released = await events('reserve.released', world.merchantId)
  expect(released.map(({ data }) => data['amount_cents']).toSorted()).toEqual(['1960', '980'])
  expect(released[0]?.data).toMatchObject({ contract_reserve_cents: '0', journal_id: expect.any(String) })
  await expectBalancedLedger(world)
})

test('a reserve whose period ends before the settlement becomes available with the other money', async () => {
  const other = await world.anotherMerchant({ reserveBps: 5_000, reserveDays: 0 })
  await aPaidCharge(worldOf(other.rest), { amount_cents: 10_000 })
  await releaseReserves(world.context(), 100)
  expect(await balanceOf(other.rest)).toMatchObject({ pending_cents: '9800', contract_reserve_cents: '0' })
  await settleEverything(world)
  expect(await balanceOf(other.rest)).toMatchObject({ pending_cents: '0', available_cents: '9800' })
  await expectBalancedLedger(world, other.rest)
})

/** The parts of the test world that act for another merchant. */
function worldOf(rest: World['rest']): Pick<World, 'rest' | 'network' | 'settleInbox'> {
  return { rest, network: world.network, settleInbox: () => world.settleInbox() }
}
