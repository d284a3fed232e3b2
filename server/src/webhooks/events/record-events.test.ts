import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'
import { anExpiredEvent } from '../../testing/fixtures/events.ts'
import { World } from '../../testing/world.ts'
import { eventCreatedAt, isEventId } from './event-id.ts'
import { recordEvents, recordEventsOfMerchants, type NewEvent } from './record-events.ts'
import { registerEndpoint } from '../endpoints/register-endpoint.ts'

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

const CHARGE_ID = '019a0000-0000-7000-8000-000000000001'

const expired = (reference?: string) => anExpiredEvent(CHARGE_ID, reference)

interface Delivery {
  event_id: string
  endpoint_id: string
  status: string
}

async function merchantWith(...subscriptions: string[][]): Promise<{ merchantId: string; ids: string[] }> {
  const { merchantId } = await world.anotherMerchant()
  const ids: string[] = []
  for (const eventTypes of subscriptions) {
    const url = 'https://shop.example/hook'
    ids.push((await registerEndpoint(world.context(), merchantId, { url, eventTypes })).endpoint.id)
  }
  return { merchantId, ids }
}

const record = (merchantId: string, events: NewEvent[], now = world.clock.now()) =>
  transaction(world.context(), (tx) => recordEvents(tx, merchantId, events, now))

const deliveriesOf = (merchantId: string) =>
  sql<Delivery>(
    world.context(),
    'select event_id, endpoint_id, status from webhook_delivery where merchant_id = $1 order by id',
    [merchantId],
  )

test('the stored body of an event is the exact text to send, with its fields in the documented order', async () => {
  const { merchantId } = await merchantWith([])
  const now = world.clock.now()
  const [recorded] = await record(merchantId, [expired()], now)
  const rows = await sql<{ id: string; body: string; charge_id: string; created_at: Date }>(
    world.context(),
    'select id, body, charge_id, created_at from webhook_event where merchant_id = $1',
    [merchantId],
  )
  expect(rows).toEqual([
    { id: recorded?.id, body: expect.any(String), charge_id: CHARGE_ID, created_at: now },
  ])
  const id = recorded?.id ?? ''
  expect(isEventId(id)).toBe(true)
  expect(eventCreatedAt(id)).toEqual(now)
  expect(rows[0]?.body).toBe(
    `{"id":"${id}","type":"charge.expired","version":"v1","created_at":"${now.toISOString()}",` +
      `"environment":"production","data":{"charge_id":"${CHARGE_ID}","order_reference":"pedido-1",` +
      `"amount_cents":"1990","expires_at":"2026-11-20T12:00:00.000Z"}}`,
  )
})

test('each event gets one delivery per subscribed endpoint, and none for other endpoints', async () => {
  const { merchantId, ids } = await merchantWith([], ['charge.expired', 'charge.paid'], ['charge.failed'])
  const events = await record(merchantId, [expired('a'), expired('b')])
  const deliveries = await deliveriesOf(merchantId)
  const wanted = events.flatMap((event) =>
    ids.slice(0, 2).map((endpointId) => ({ event_id: event.id, endpoint_id: endpointId, status: 'pending' })),
  )
  expect(deliveries).toHaveLength(4)
  expect(deliveries).toEqual(expect.arrayContaining(wanted))
})

test('an event gets a skipped delivery for a disabled endpoint, and none for an endpoint that is off', async () => {
  const { merchantId, ids } = await merchantWith([], [])
  await sql(
    world.context(),
    `update webhook_endpoint set status = 'disabled', disabled_reason = 'failing' where id = $1`,
    [ids[0] ?? ''],
  )
  await sql(world.context(), `update webhook_endpoint set status = 'off' where id = $1`, [ids[1] ?? ''])
  const [event] = await record(merchantId, [expired()])
  expect(await deliveriesOf(merchantId)).toEqual([
    { event_id: event?.id, endpoint_id: ids[0], status: 'skipped' },
  ])
})

test('a transaction that records an event of more than 64 KiB fails', async () => {
  const { merchantId } = await merchantWith([])
  await expect(record(merchantId, [expired('x'.repeat(65_536))])).rejects.toThrow(/webhook_event/)
  expect(await deliveriesOf(merchantId)).toEqual([])
})

test('a rolled-back transaction records no event, and recording an empty list of events returns an empty list', async () => {
  const { merchantId } = await merchantWith([])
  const failing = transaction(world.context(), async (tx) => {
    await recordEvents(tx, merchantId, [expired()], world.clock.now())
    throw new Error('the payment was not recorded')
  })
  await expect(failing).rejects.toThrow('the payment was not recorded')
  expect(await deliveriesOf(merchantId)).toEqual([])
  expect(await record(merchantId, [])).toEqual([])
})

test('an event of a week without a partition is stored in the default partition until the partition of the week exists', async () => {
  const { merchantId } = await merchantWith([])
  const inAYear = new Date(world.clock.now().getTime() + 365 * 24 * 3_600_000)
  const [event] = await record(merchantId, [expired()], inAYear)
  const stored = () =>
    sql<{ table: string }>(
      world.context(),
      'select tableoid::regclass::text as table from webhook_event where id = $1',
      [event?.id ?? ''],
    )
  expect(await stored()).toEqual([{ table: 'webhook_event_default' }])
  await sql(world.context(), 'select maintain_webhook_partitions($1)', [inAYear])
  expect(await stored()).toEqual([{ table: expect.stringMatching(/^webhook_event_\d{8}$/) }])
})

test('events of several merchants get deliveries for the endpoints of their own merchant only', async () => {
  const first = await merchantWith([])
  const second = await merchantWith([], ['charge.paid'])
  const now = world.clock.now()
  const [mine, theirs] = await transaction(world.context(), (tx) =>
    recordEventsOfMerchants(
      tx,
      [
        { merchantId: first.merchantId, event: expired('mine') },
        { merchantId: second.merchantId, event: expired('theirs') },
      ],
      now,
    ),
  )
  expect(await deliveriesOf(first.merchantId)).toEqual([
    { event_id: mine?.id, endpoint_id: first.ids[0], status: 'pending' },
  ])
  expect(await deliveriesOf(second.merchantId)).toEqual([
    { event_id: theirs?.id, endpoint_id: second.ids[0], status: 'pending' },
  ])
  const stored = await sql<{ id: string; merchant_id: string }>(
    world.context(),
    'select id, merchant_id from webhook_event where merchant_id = any($1::uuid[])',
    [[first.merchantId, second.merchantId]],
  )
  expect(new Map(stored.map((row) => [row.id, row.merchant_id]))).toEqual(
    new Map([
      [mine?.id, first.merchantId],
      [theirs?.id, second.merchantId],
    ]),
  )
})
