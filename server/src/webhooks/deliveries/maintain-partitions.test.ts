import { afterAll, beforeAll, expect, test } from 'vitest'
import { plusMs } from '../../kernel/clock.ts'
import { sql } from '../../kernel/database/sql.ts'
import { WebhookFixture } from '../../testing/fixtures/webhook-fixture.ts'
import { deliverDue } from '../../testing/deliver-due.ts'
import { maintainWebhookPartitions } from './maintain-partitions.ts'

const DAY_MS = 86_400_000

let fixture: WebhookFixture
beforeAll(async () => {
  fixture = await WebhookFixture.start()
})
afterAll(() => fixture.stop())

/** Returns a context whose clock always shows the time `days` days after now. */
const at = (days: number) => fixture.contextAt(plusMs(fixture.world.clock.now(), days * DAY_MS))

/** Returns the first day (YYYYMMDD) of each weekly partition. */
const weeks = async (table: string): Promise<string[]> => {
  const rows = await sql<{ name: string }>(
    fixture.context(),
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = $1::text::regclass and c.relname !~ 'default$' order by 1`,
    [table],
  )
  return rows.map(({ name }) => name.slice(-8))
}

test('partitions of webhook data exist for the next eight weeks, and repeated maintenance changes nothing', async () => {
  for (const table of ['webhook_event', 'webhook_attempt']) {
    const existing = await weeks(table)
    expect(existing).toHaveLength(10)
    const inFiftyDays = at(50).clock.now().toISOString().slice(0, 10).replaceAll('-', '')
    expect(existing.at(-1)?.localeCompare(inFiftyDays)).toBeGreaterThanOrEqual(0)
  }
  await maintainWebhookPartitions(at(0))
  expect(await maintainWebhookPartitions(at(0))).toBe(0)
})

test('webhook data older than 90 days is deleted, and younger data is kept', async () => {
  const merchant = await fixture.createMerchant()
  await maintainWebhookPartitions(at(-120))
  const old = await fixture.recordEventsAt(at(-120), merchant.merchantId)
  await deliverDue(at(-120), 64)
  const kept = await fixture.recordEventsAt(at(-80), merchant.merchantId)
  await deliverDue(fixture.context(), 64)
  expect((await fixture.deliveries(merchant)).map(({ status }) => status)).toEqual(['succeeded', 'succeeded'])

  await maintainWebhookPartitions(at(0))
  const events = await sql<{ id: string }>(
    fixture.context(),
    'select id from webhook_event where merchant_id = $1',
    [merchant.merchantId],
  )
  expect(events.map(({ id }) => id)).toEqual(kept)
  expect(events.map(({ id }) => id)).not.toEqual(old)
  expect(await fixture.deliveries(merchant)).toHaveLength(1)
  for (const table of ['webhook_attempt', 'webhook_endpoint_hour']) {
    const rows = await sql(fixture.context(), `select 1 from ${table} where endpoint_id = $1`, [
      merchant.endpointId,
    ])
    expect([table, rows.length]).toEqual([table, 1])
  }
})

test('a replay that ended more than 90 days ago is deleted, and a younger or running replay is kept', async () => {
  const merchant = await fixture.createMerchant()
  const insertReplay = (endedDaysAgo: number | null, status: string) =>
    sql<{ id: string }>(
      fixture.context(),
      `insert into webhook_replay (id, merchant_id, endpoint_id, event_types, from_at, to_at, include_succeeded,
         status, matched, done, failed, looked_at, created_at, finished_at)
       values (gen_random_uuid(), $1, $2, '{}', $3, $4, false, $5, 0, 0, 0, $3, $3, $6) returning id`,
      [
        merchant.merchantId,
        merchant.endpointId,
        at(-200).clock.now(),
        at(-199).clock.now(),
        status,
        endedDaysAgo === null ? null : at(-endedDaysAgo).clock.now(),
      ],
    )
  await insertReplay(91, 'completed')
  await insertReplay(91, 'stopped')
  const kept = [...(await insertReplay(89, 'completed')), ...(await insertReplay(null, 'running'))]
  await maintainWebhookPartitions(at(0))
  const left = await sql(fixture.context(), 'select id from webhook_replay order by id')
  expect(left).toEqual(kept.toSorted((a, b) => a.id.localeCompare(b.id)))
})

test('maintenance with a clock one year ahead creates partitions and drops no partition', async () => {
  const merchant = await fixture.createMerchant()
  const [id] = await fixture.recordEvents(merchant.merchantId)
  const before = await weeks('webhook_event')
  await maintainWebhookPartitions(at(365))
  expect(await weeks('webhook_event')).toEqual(expect.arrayContaining(before))
  expect((await merchant.rest.get(`/v1/webhooks/events/${id}`)).status).toBe(200)
})

test('the database role of the application cannot change or delete webhook history', async () => {
  for (const statement of [
    'delete from webhook_event',
    `update webhook_event set body = '{}'`,
    'delete from webhook_attempt',
    'delete from webhook_delivery',
    'delete from webhook_endpoint',
    'drop table webhook_event',
  ]) {
    await expect(sql(fixture.context(), statement)).rejects.toThrow(/permission denied|must be owner/)
  }
})
