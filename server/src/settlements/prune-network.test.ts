import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepReceived } from '../inbox/sweep-received.ts'
import { storePayments } from '../inbox/network-inbox.ts'
import { recordListing } from '../inbox/record-listing.ts'
import { sql } from '../kernel/database/sql.ts'
import type { NetworkPix } from '../pix/provider.ts'
import { runReturns } from '../jobs/run-returns.ts'
import { balanceOf, expectBalancedLedger, settleEverything } from '../testing/fixtures/ledger.ts'
import { blocksOf, capturePlans, planNodesOf, type PlanNode } from '../testing/suites/explain.ts'
import { aPaidCharge, createCharge } from '../testing/fixtures/charges.ts'
import { requestRefund, untilEnded } from '../testing/fixtures/returns.ts'
import { World } from '../testing/world.ts'
import { pruneNetwork } from './prune-network.ts'

const DAY_MS = 86_400_000

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

const remaining = async () => {
  const [row] = await sql<{ inbox: bigint; listings: bigint }>(
    world.context(),
    `select (select count(*) from network_inbox) as inbox, (select count(*) from network_listing) as listings`,
  )
  return [row?.inbox, row?.listings]
}

const prune = (limit = 100) => pruneNetwork(world.context(), { retentionDays: 100, limit })

test('finished network rows are deleted after the retention time, and later duplicates have no effect', async () => {
  const charges = [await aPaidCharge(world), await aPaidCharge(world), await aPaidCharge(world)]
  await settleEverything(world)
  const [charge] = charges
  const { body: refund } = await requestRefund(world.rest, charge?.id ?? '')
  await untilEnded(world, refund)
  await storePayments(
    world.context(),
    [
      {
        endToEndId: 'E-parked',
        txid: undefined,
        amountCents: 1n,
        paidAt: world.clock.now(),
        returns: [],
        raw: {},
      },
    ],
    'callback',
  )
  await sql(world.context(), `update network_inbox set state = 'parked' where end_to_end_id = 'E-parked'`)
  const before = await balanceOf(world.rest)
  const payments = await sql<{ endToEndId: string; amountCents: bigint; paidAt: Date }>(
    world.context(),
    'select end_to_end_id as "endToEndId", amount_cents as "amountCents", paid_at as "paidAt" from payment',
  )
  const returns = await sql<{ raw: { id: string } }>(
    world.context(),
    `select raw from network_inbox where kind = 'devolucao'`,
  )
  expect(await prune()).toBe(0)

  world.clock.advance(101 * DAY_MS)
  expect(await prune(2)).toBe(2)
  while ((await prune(2)) > 0);
  expect(await remaining()).toEqual([1n, 0n])

  // Every payment is reported again: in a callback with the txid of another merchant's charge, and in the PSP's list.
  const other = await world.anotherMerchant()
  const { body: otherCharge } = await createCharge(other.rest, { amount_cents: 10_000 })
  const again = payments.map((payment): NetworkPix => ({
    ...payment,
    txid: otherCharge.pix?.txid ?? '',
    returns: [],
    raw: {},
  }))
  expect(await storePayments(world.context(), again, 'callback')).toBe(0)
  await recordListing(world.context(), 'default', again)
  expect(returns.length).toBeGreaterThan(0)
  await sweepReceived(world.context())
  await settleEverything(world)
  for (let n = 0; n < 3; n++) await runReturns(world.context(), 10)
  const { as_of: _, ...after } = await balanceOf(world.rest)
  expect(before).toMatchObject(after)
  expect(
    (await other.rest.get<{ status: string }>(`/v1/pix/charges/${otherCharge.id}`)).body.status,
  ).not.toBe('paid')
  await expectBalancedLedger(world)
})

test('the query that selects rows to delete reads only a few more rows than it deletes', async () => {
  const rows = 20_000
  await sql(
    world.context(),
    `insert into network_inbox (id, kind, dedupe_key, end_to_end_id, amount_cents, paid_at, raw, source, state, attempts,
       next_attempt_at, received_at, done_at)
     select (lpad(to_hex((extract(epoch from t) * 1000)::bigint), 12, '0') || '7000' || '8' || lpad(to_hex(n), 15, '0'))::uuid,
       'pix', 'old' || n, 'old' || n, 1, t, '{}', 'callback', 'done', 0, t, t, t
     from generate_series(1, $1::integer) n, lateral (select $2::timestamptz + n * interval '1 second' as t) times`,
    [rows, world.clock.now()],
  )
  await sql(
    world.context(),
    `insert into network_listing (end_to_end_id, amount_cents, paid_at, listed_at, state, attempts, next_attempt_at)
     select 'old' || n, 1, $2, $2::timestamptz + n * interval '1 second', 'settled', 0, $2
     from generate_series(1, $1::integer) n`,
    [rows, world.clock.now()],
  )
  const owner = new Client({ connectionString: world.database.ownerUrl })
  await owner.connect()
  await owner.query('vacuum analyze network_inbox, network_listing')
  await owner.end()
  world.clock.advance(102 * DAY_MS)
  const plans: PlanNode[] = []
  await pruneNetwork(capturePlans(world.context(), plans), { retentionDays: 100, limit: 50 })
  const deletions = plans.filter((plan) => plan['Node Type'] === 'ModifyTable')
  expect(deletions).toHaveLength(2)
  for (const plan of deletions) {
    const steps = planNodesOf(plan)
    expect(steps.map((step) => step['Node Type'])).not.toContain('Seq Scan')
    expect(Math.max(...steps.map((step) => step['Actual Rows']))).toBeLessThanOrEqual(55)
    expect(blocksOf(plan)).toBeLessThan(1_000)
  }
})
