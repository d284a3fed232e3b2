import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { transaction } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'
import { insertCharge } from '../../charges/issuance/create-charge.sql.ts'
import { WebhookFixture } from '../../testing/fixtures/webhook-fixture.ts'
import { claimDeliveries } from '../../webhooks/dispatch/claim-deliveries.ts'
import { finishDeliveries } from '../../webhooks/dispatch/finish-deliveries.ts'
import { sendDelivery } from '../../webhooks/dispatch/send-delivery.ts'
import { moveToFeed } from '../../webhooks/feed/sequence-events.sql.ts'

const REFUSED = expect.objectContaining({ code: '55P03', message: 'a merchant moves to another cell' })

let fixture: WebhookFixture
let owner: Client
beforeAll(async () => {
  fixture = await WebhookFixture.start()
  owner = new Client({ connectionString: fixture.world.database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await fixture.stop()
})
beforeEach(() => fixture.clear())

/** Runs `work` while the application may see and lock the rows of a table, but not change them with `command`. */
async function whileHidden(
  { table, command }: { table: string; command: 'update' | 'delete' },
  work: () => Promise<void>,
): Promise<void> {
  for (const one of ['select', 'insert', 'update', 'delete'])
    await owner.query(
      `create policy test_${one} on ${table} for ${one} ${one === 'insert' ? 'with check' : 'using'} (${one !== command})`,
    )
  await owner.query(`alter table ${table} enable row level security`)
  await work()
  await owner.query(`alter table ${table} disable row level security`)
  for (const one of ['select', 'insert', 'update', 'delete'])
    await owner.query(`drop policy test_${one} on ${table}`)
}

test('while the rows of a merchant are hidden, no charge is created with the wrong account and no event without deliveries', async () => {
  const { merchantId } = await fixture.createMerchant()
  await owner.query(
    `insert into merchant_move (merchant_id, cell_id, state, attempt, updated_at)
     values ($1, 'b', 'frozen', gen_random_uuid(), now())`,
    [merchantId],
  )
  const ctx = fixture.context()
  const now = ctx.clock.now()
  const input = {
    orderReference: 'pedido-1',
    amountCents: 1_000n,
    description: null,
    payer: {},
    expiresInSeconds: 3_600,
    metadata: {},
    idempotencyKey: 'chave-1',
  }
  const charge = {
    id: ctx.ids.uuid(now),
    merchantId,
    input,
    fingerprint: Buffer.alloc(32),
    failureCode: null,
    now,
    issuingUntil: now,
    avoided: [],
  }
  await expect(insertCharge(ctx, charge)).rejects.toEqual(REFUSED)
  await expect(fixture.recordEvents(merchantId, 1)).rejects.toEqual(REFUSED)
  await owner.query('delete from merchant_move where merchant_id = $1', [merchantId])
  expect(await insertCharge(ctx, charge)).toMatchObject({ pixAccountId: 'default' })
})

test('an event whose row is hidden before it is deleted gets no second number in the feed', async () => {
  const { merchantId } = await fixture.createMerchant()
  await fixture.recordEvents(merchantId, 1)
  await whileHidden({ table: 'event_unsequenced', command: 'delete' }, () =>
    expect(moveToFeed(fixture.context(), 1_000)).rejects.toEqual(REFUSED),
  )
  expect(await moveToFeed(fixture.context(), 1_000)).toBe(1)
  const [head] = await sql<{ seq: bigint }>(
    fixture.context(),
    'select last_seq as seq from event_feed_head where merchant_id = $1',
    [merchantId],
  )
  expect(head?.seq).toBe(1n)
})

test('a successful attempt is not recorded if its endpoint is hidden before the endpoint is updated', async () => {
  const merchant = await fixture.createMerchant()
  await fixture.recordEvents(merchant.merchantId, 1)
  const [claimed] = await claimDeliveries(fixture.context(), 1)
  if (!claimed) throw new Error('expected a claimed delivery, got none')
  const attempt = await sendDelivery(fixture.context(), claimed)
  await whileHidden({ table: 'webhook_endpoint', command: 'update' }, () =>
    expect(transaction(fixture.context(), (tx) => finishDeliveries(tx, [attempt]))).rejects.toEqual(REFUSED),
  )
  expect(await fixture.deliveries(merchant)).toMatchObject([{ status: 'sending' }])
  expect(await finishDeliveries(fixture.context(), [attempt])).toBe(1)
})
