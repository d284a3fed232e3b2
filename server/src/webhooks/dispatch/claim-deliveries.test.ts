import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { plusMs } from '../../kernel/clock.ts'
import { transaction, type Context } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'
import { eventually } from '../../testing/eventually.ts'
import { answer } from '../../testing/fakes/webhook-receiver.ts'
import { WebhookFixture, type WebhookMerchant } from '../../testing/fixtures/webhook-fixture.ts'
import { claimRows } from './claim-deliveries.sql.ts'
import { claimDeliveries, LEASE_MS } from './claim-deliveries.ts'
import { MERCHANT_IN_FLIGHT_MAX } from '../endpoints/endpoint.entity.ts'
import { deliverDue } from '../../testing/deliver-due.ts'
import { ENDPOINTS_ACTIVE_MAX } from '../endpoints/endpoint.entity.ts'
import { finishDeliveries } from './finish-deliveries.ts'
import { reapDeliveries } from './reap-deliveries.ts'
import { releaseDeliveries } from './release-deliveries.ts'
import { ATTEMPTS_MAX } from './retry-schedule.ts'
import { sendDelivery } from './send-delivery.ts'

let fixture: WebhookFixture
beforeAll(async () => {
  fixture = await WebhookFixture.start()
})
afterAll(() => fixture.stop())
beforeEach(() => fixture.clear())

const claim = (limit = 64) => claimDeliveries(fixture.context(), limit)
/** Claims deliveries of at most `endpointsMax` endpoints. */
const claimFromEndpoints = (ctx: Context, endpointsMax: number) => {
  const now = ctx.clock.now()
  return claimRows(ctx, {
    now,
    limit: 64,
    unhealthyLimit: 64,
    claimId: ctx.ids.uuid(now),
    leaseUntil: plusMs(now, LEASE_MS),
    merchantInFlightMax: MERCHANT_IN_FLIGHT_MAX,
    suspectFrom: 5,
    endpointsMax,
  })
}
const expectClaimToWaitForAdvisoryLock = async () =>
  expect(
    await sql(
      fixture.context(),
      `select pid from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
    ),
  ).toHaveLength(1)
const attempts = ({ endpointId }: WebhookMerchant) =>
  sql(
    fixture.context(),
    'select n, trigger, error_class from webhook_attempt where endpoint_id = $1 order by delivery_id, n',
    [endpointId],
  )

test('a claim takes deliveries of the endpoints in turn, so a long backlog of one endpoint does not delay the others', async () => {
  const [long, short, other] = [
    await fixture.createHealthyMerchant(),
    await fixture.createHealthyMerchant(),
    await fixture.createHealthyMerchant(),
  ]
  await fixture.recordEvents(long.merchantId, 50)
  await fixture.recordEvents(short.merchantId, 1)
  await fixture.recordEvents(other.merchantId, 1)
  const claimed = await claim(4)
  const endpointIds = claimed.map(({ endpoint_id }) => endpoint_id)
  expect(endpointIds.filter((id) => id === long.endpointId)).toHaveLength(2)
  expect(endpointIds).toEqual(expect.arrayContaining([short.endpointId, other.endpointId]))
  await finishDeliveries(
    fixture.context(),
    await Promise.all(claimed.map((one) => sendDelivery(fixture.context(), one))),
  )
})

test('the endpoints of one merchant together never exceed the in-flight limit of the merchant', async () => {
  const merchant = await fixture.createHealthyMerchant()
  for (let n = 0; n < 5; n++) await fixture.markHealthy([await fixture.createEndpoint(merchant.merchantId)])
  const neighbour = await fixture.createHealthyMerchant()
  await fixture.recordEvents(merchant.merchantId, 10)
  await fixture.recordEvents(neighbour.merchantId, 1)
  const claimed = await claim(64)
  const own = claimed.filter(({ merchant_id }) => merchant_id === merchant.merchantId)
  expect(own).toHaveLength(MERCHANT_IN_FLIGHT_MAX)
  expect(claimed).toHaveLength(MERCHANT_IN_FLIGHT_MAX + 1)
  expect((await claim(64)).filter(({ merchant_id }) => merchant_id === merchant.merchantId)).toEqual([])
  await finishDeliveries(
    fixture.context(),
    await Promise.all(claimed.map((one) => sendDelivery(fixture.context(), one))),
  )
})

test("two concurrent claims for endpoints of one merchant do not exceed the merchant's in-flight limit", async () => {
  const merchant = await fixture.createHealthyMerchant()
  for (let n = 1; n < ENDPOINTS_ACTIVE_MAX; n++) {
    await fixture.markHealthy([await fixture.createEndpoint(merchant.merchantId)])
  }
  await fixture.recordEvents(merchant.merchantId, 10)
  const [first, second] = await transaction(fixture.context(), async (tx) => {
    const claimed = await claimFromEndpoints(tx, 5)
    const others = claim()
    await Promise.race([others, eventually(expectClaimToWaitForAdvisoryLock)])
    return [claimed, { others }] as const
  })
  expect(first).toHaveLength(MERCHANT_IN_FLIGHT_MAX)
  expect(await second.others).toEqual([])
})

test('even many endpoints at their in-flight limit do not delay an endpoint that is below its limit', async () => {
  const full = await Promise.all(Array.from({ length: 40 }, () => fixture.createMerchant()))
  const ids = full.map(({ endpointId }) => endpointId)
  await sql(fixture.context(), 'update webhook_endpoint set max_in_flight = 1 where id = any ($1::uuid[])', [
    ids,
  ])
  for (const { merchantId } of full) await fixture.recordEvents(merchantId, 2)
  // Advances the clock first, because endpoints that were claimed in the same millisecond have no defined order.
  const claimLater = () => {
    fixture.world.clock.advance(1)
    return claim()
  }
  for (let n = 0; n < 3; n++) await claimLater()
  const late = await fixture.createMerchant()
  await fixture.recordEvents(late.merchantId)
  const claimed = [...(await claimLater()), ...(await claimLater()), ...(await claimLater())]
  expect(claimed.map(({ endpoint_id }) => endpoint_id)).toEqual([late.endpointId])
})

test('an endpoint gets no more attempts per second than its rate limit', async () => {
  const merchant = await fixture.createHealthyMerchant()
  await sql(
    fixture.context(),
    'update webhook_endpoint set rate_per_second = 5, rate_tokens = 5, max_in_flight = 16 where id = $1',
    [merchant.endpointId],
  )
  await fixture.recordEvents(merchant.merchantId, 20)
  const start = plusMs(fixture.world.clock.now(), 5_000)
  const deliverAt = (ms: number) => deliverDue(fixture.contextAt(plusMs(start, ms)), 64)
  expect(await deliverAt(0)).toBe(5)
  expect(await deliverAt(100)).toBe(0)
  expect(await deliverAt(500)).toBe(2)
  expect(await deliverAt(60_000)).toBe(5)
})

test('a claim takes the oldest pending delivery first', async () => {
  const merchant = await fixture.createMerchant()
  const first = await fixture.recordEvents(merchant.merchantId, 1)
  fixture.world.clock.advance(1_000)
  await fixture.recordEvents(merchant.merchantId, 10)
  expect((await claim(1)).map(({ event_id }) => event_id)).toEqual(first)
})

test('a delivery is claimed again after its lease expires, and a late result of the first claim is ignored', async () => {
  const merchant = await fixture.createMerchant()
  await fixture.recordEvents(merchant.merchantId)
  const [first] = await claim()
  if (!first) throw new Error('expected one claimed delivery, got none')
  const late = await sendDelivery(fixture.context(), first)
  expect(await claim()).toEqual([])

  fixture.world.clock.advance(LEASE_MS)
  expect(await reapDeliveries(fixture.context(), 100)).toBe(1)
  fixture.receiver.behave(answer(500))
  const [again] = await claim()
  expect(again).toMatchObject({ id: first.id, attempts: 2 })
  expect(await finishDeliveries(fixture.context(), [late])).toBe(0)
  const failure = { ...late.result, statusCode: 500, errorClass: 'http_5xx' as const }
  expect(await finishDeliveries(fixture.context(), [{ ...late, result: failure }])).toBe(0)
  expect(await fixture.deliveries(merchant)).toMatchObject([{ status: 'sending', attempts: 2 }])
  expect(await attempts(merchant)).toEqual([{ n: 1, trigger: 'auto', error_class: 'lease_lost' }])

  if (again) await finishDeliveries(fixture.context(), [await sendDelivery(fixture.context(), again)])
  expect(await fixture.deliveries(merchant)).toMatchObject([{ status: 'pending', last_error: 'http_5xx' }])
  expect(await fixture.endpointRow(merchant)).toMatchObject({
    consecutive_failures: 1,
    last_success_at: null,
  })
  expect(await attempts(merchant)).toEqual([
    { n: 1, trigger: 'auto', error_class: 'lease_lost' },
    { n: 2, trigger: 'auto', error_class: 'http_5xx' },
  ])
})

test('a released delivery can be claimed again at once, and an outdated claim releases nothing', async () => {
  const merchant = await fixture.createHealthyMerchant()
  await fixture.recordEvents(merchant.merchantId, 2)
  const claimed = await claim()
  await releaseDeliveries(fixture.context(), claimed)
  const pending = { status: 'pending', attempts: 0 }
  expect(await fixture.deliveries(merchant)).toMatchObject([pending, pending])
  const firstAttempt = { attempts: 1, scheduled_attempts: 1 }
  expect(await claim()).toMatchObject([firstAttempt, firstAttempt])
  await releaseDeliveries(fixture.context(), claimed)
  const sending = { status: 'sending', attempts: 1 }
  expect(await fixture.deliveries(merchant)).toMatchObject([sending, sending])
})

test('a delivery fails when every attempt of its retry schedule has ended with an expired lease', async () => {
  const merchant = await fixture.createMerchant()
  await fixture.recordEvents(merchant.merchantId)
  for (let n = 0; n < ATTEMPTS_MAX; n++) {
    expect(await claim()).toHaveLength(1)
    fixture.world.clock.advance(LEASE_MS)
    await reapDeliveries(fixture.context(), 100)
  }
  expect(await fixture.deliveries(merchant)).toMatchObject([
    { status: 'failed', attempts: ATTEMPTS_MAX, last_error: 'lease_lost' },
  ])
})

test('a delivery fails after eleven failed attempts over about seventy hours', async () => {
  const merchant = await fixture.createMerchant()
  const [eventId] = await fixture.recordEvents(merchant.merchantId)
  const startedAt = fixture.world.clock.now()
  fixture.receiver.behave(answer(500))
  for (;;) {
    expect(await deliverDue(fixture.context(), 64)).toBe(1)
    const [delivery] = await fixture.deliveries(merchant)
    if (delivery?.status === 'failed') break
    const next = delivery?.next_attempt_at ?? startedAt
    expect(await deliverDue(fixture.contextAt(plusMs(next, -1)), 64)).toBe(0)
    fixture.world.clock.advance(next.getTime() - fixture.world.clock.now().getTime())
  }
  const calls = fixture.callsTo(merchant.path)
  expect(calls).toHaveLength(ATTEMPTS_MAX)
  expect(new Set(calls.map(({ headers }) => headers['x-svc-event-id']))).toEqual(new Set([eventId]))
  expect(new Set(calls.map(({ body }) => body)).size).toBe(1)
  expect(new Set(calls.map(({ headers }) => headers['x-svc-signature'])).size).toBe(ATTEMPTS_MAX)
  const hours = (fixture.world.clock.now().getTime() - startedAt.getTime()) / 3_600_000
  expect(hours).toBeGreaterThan(56)
  expect(hours).toBeLessThan(85)
  expect(await fixture.deliveries(merchant)).toMatchObject([
    { attempts: ATTEMPTS_MAX, last_error: 'http_5xx', next_attempt_at: null, finished_at: expect.any(Date) },
  ])
})

test.each([
  ['whose encryption key is missing', `secret_key_id = 'lost'`],
  ['of another endpoint', `secret_box = (select secret_box from webhook_endpoint where id <> $1 limit 1)`],
])(
  'with a secret %s, a delivery fails immediately, and the endpoint does not count as failing',
  async (_, change) => {
    const merchant = await fixture.createMerchant()
    await sql(fixture.context(), `update webhook_endpoint set ${change} where id = $1`, [merchant.endpointId])
    await fixture.recordEvents(merchant.merchantId)
    await deliverDue(fixture.context(), 64)
    expect(fixture.callsTo(merchant.path)).toEqual([])
    expect(await fixture.deliveries(merchant)).toMatchObject([{ status: 'failed', last_error: 'internal' }])
    expect(await fixture.endpointRow(merchant)).toMatchObject({ consecutive_failures: 0, status: 'active' })
  },
)
