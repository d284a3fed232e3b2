import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction } from '../kernel/context.ts'
import { sql } from '../kernel/database/sql.ts'
import {
  blocksOf,
  capturePlans,
  explainOnly,
  planNodesOf,
  rowsRead,
  type PlanNode,
} from '../testing/suites/explain.ts'
import { txidOf } from '../charges/charge.entity.ts'
import { recordIssued } from '../charges/issuance/issue-charge.ts'
import { World } from '../testing/world.ts'
import { lockCharges, tryLockCharges } from './lock-payments.sql.ts'
import { writeRecorded } from './record-payments.sql.ts'
import { storePayments } from '../inbox/network-inbox.ts'

/**
 * The number of charges of a merchant that was added after the last ANALYZE, so the planner has no statistics on them.
 */
const CHARGES = 4_000
const OTHERS = 3_000
const BATCH = 20

let world: World
beforeAll(async () => {
  world = await World.start()
  const other = await world.anotherMerchant()
  const owner = new Client({ connectionString: world.database.ownerUrl })
  await owner.connect()
  await owner.query(FILL, [other.merchantId, 1, OTHERS])
  await owner.query('analyze charge')
  await owner.query('alter table charge set (autovacuum_enabled = off)')
  await owner.query(FILL, [world.merchantId, 1, CHARGES])
  await owner.query('alter table payment drop constraint payment_merchant_id_journal_id_fkey')
  await owner.query(FILL_PAYMENTS, [world.merchantId, OTHERS])
  await owner.query('analyze payment')
  await owner.end()
})
afterAll(() => world.stop())

const FILL = `
  insert into charge (merchant_id, id, environment, order_reference, amount_cents, status, fee_percent_bps, fee_fixed_cents,
    reserve_bps, reserve_days, settlement_delay_days, refund_fee_policy, refunded_cents, refunding_cents,
    pending_left_cents, reserve_left_cents, fee_left_cents, expires_in_seconds, expires_at, late_payment, is_simulated,
    payments_count, metadata, idempotency_key, fingerprint, checks_count, created_at, updated_at)
  select $1, gen_random_uuid(), 'production', 'pedido-' || n, 1000, 'pending', 200, 0, 0, 0, 0, 'prorata', 0, 0,
    0, 0, 0, 3600, now(), false, false, 0, '{}', 'chave-' || n, '\\x00', 0, now(), now()
  from generate_series($2::integer, $3::integer) n`

const FILL_PAYMENTS = `
  insert into payment (merchant_id, id, end_to_end_id, amount_cents, classification, journal_id, paid_at, recorded_at)
  select $1, gen_random_uuid(), 'E' || n, 1000, 'unmatched', gen_random_uuid(), now(), now()
  from generate_series(1, $2::integer) n`

test('recording a batch reads only the charges of the batch, even with stale statistics', async () => {
  const { merchantId } = world
  const ids = await sql<{ id: string }>(
    world.context(),
    'select id from charge where merchant_id = $1 limit $2',
    [merchantId, BATCH],
  )
  const plans: PlanNode[] = []
  await transaction(world.context(), async (tx) => {
    const now = tx.clock.now()
    const waiting = ids.map(({ id }) => {
      const inboxId = tx.ids.uuid(now)
      const reported = { amountCents: 1_000n, endToEndId: inboxId, txid: null, paidAt: now }
      const { correlationId } = tx
      return { ...reported, merchantId, pixAccountId: 'default', chargeId: id, inboxId, correlationId }
    })
    const charges = Array.from((await lockCharges(tx, waiting)).values())
    expect(charges).toHaveLength(BATCH)
    await lockCharges(explainOnly(tx, plans), waiting)
    await tryLockCharges(explainOnly(tx, plans), waiting)
    await writeRecorded(explainOnly(tx, plans), { payments: [], journalIds: new Map(), charges, now })
  })
  const read = plans.flatMap(planNodesOf).filter((step) => step['Node Type'] !== 'ModifyTable')
  expect(read.map((step) => step['Actual Rows'])).toContain(BATCH)
  expect(Math.max(...read.map(blocksOf))).toBeLessThan(BATCH * 10)
})

test('with stale statistics, recording an issuance reads only the row of its charge', async () => {
  const { merchantId } = world
  const [{ id } = { id: '' }] = await sql<{ id: string }>(
    world.context(),
    'select id from charge where merchant_id = $1 offset 2000 limit 1',
    [merchantId],
  )
  const plans: PlanNode[] = []
  await transaction(capturePlans(world.context(), plans), (tx) =>
    recordIssued(
      tx,
      { merchantId, id },
      {
        txid: txidOf(id),
        status: 'ATIVA',
        createdAt: tx.clock.now(),
        expiresInSeconds: 60,
        amountCents: 1_000n,
        qrCodePayload: '000201',
        payments: [],
      },
    ),
  )
  expect(rowsRead(plans, 'charge')).toBe(1)
})

test('storing a callback looks up only the payments of the callback', async () => {
  const ctx = world.context()
  const payments = ['E1', 'E-new'].map((endToEndId) => {
    return { endToEndId, txid: undefined, amountCents: 1_000n, paidAt: ctx.clock.now(), raw: {}, returns: [] }
  })
  const plans: PlanNode[] = []
  await storePayments(explainOnly(ctx, plans), payments, 'callback')
  const read = plans.flatMap(planNodesOf).filter((step) => step['Relation Name'] === 'payment')
  expect(read.map((step) => step['Actual Loops'])).toEqual([payments.length, payments.length])
  expect(Math.max(...read.map(blocksOf))).toBeLessThan(payments.length * 5)
})
