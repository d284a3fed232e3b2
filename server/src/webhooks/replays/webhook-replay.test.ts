import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { plusMs } from '../../kernel/clock.ts'
import { sql } from '../../kernel/database/sql.ts'
import { auditOf } from '../../testing/fixtures/audit-lines.ts'
import { answer, neverAnswer } from '../../testing/fakes/webhook-receiver.ts'
import { ReplayFixture } from '../../testing/fixtures/replay-fixture.ts'
import { WebhookFixture } from '../../testing/fixtures/webhook-fixture.ts'
import { advanceReplays } from './advance-replays.ts'
import { REPLAY_PACE_MS } from './schedule-next.ts'
import { changeEndpoint } from '../endpoints/change-endpoint.ts'
import { claimDeliveries, LEASE_MS } from '../dispatch/claim-deliveries.ts'
import { deliverDue } from '../../testing/deliver-due.ts'
import { reapDeliveries } from '../dispatch/reap-deliveries.ts'

let fixture: WebhookFixture
let replays: ReplayFixture
beforeAll(async () => {
  fixture = await WebhookFixture.start()
})
afterAll(() => fixture.stop())
beforeEach(async () => {
  replays = await ReplayFixture.open(fixture)
})

test('a replay sends all failed and skipped deliveries one at a time and reports its progress', async () => {
  const ids = [...(await replays.createEnded(3)), ...(await replays.createEnded(2, 'skipped'))]
  await replays.createEnded(1, 'succeeded')
  const { status, body } = await replays.start()
  expect(status).toBe(202)
  expect(body).toMatchObject({ status: 'running', matched: 5, queued: 5, done: 0, failed: 0 })
  expect(await replays.advance(2)).toBe(1)
  expect(await replays.read(body.id)).toMatchObject({ status: 'running', queued: 3, done: 2 })
  await replays.advance(3, 2 * REPLAY_PACE_MS)
  expect(await replays.read(body.id)).toMatchObject({
    status: 'completed',
    queued: 0,
    done: 5,
    finished_at: expect.any(String),
  })
  expect(replays.sentEventIds().toSorted()).toEqual(ids.toSorted())
  expect((await fixture.deliveries(replays.merchant)).map((delivery) => delivery.status)).toEqual(
    Array(6).fill('succeeded'),
  )
  const triggers = await sql<{ trigger: string }>(
    fixture.context(),
    'select distinct trigger from webhook_attempt where endpoint_id = $1',
    [replays.merchant.endpointId],
  )
  expect(triggers).toEqual([{ trigger: 'bulk' }])
  expect(
    await sql(fixture.context(), 'select n from webhook_replay_item where replay_id = $1', [body.id]),
  ).toEqual([])
})

test('a replay sends at most five deliveries per second, however often advanceReplays runs', async () => {
  await replays.createEnded(20)
  const { body } = await replays.start()
  const begin = replays.now()
  for (let ms = 0; ms < 1_000; ms += 40) {
    const ctx = fixture.contextAt(plusMs(begin, ms))
    await advanceReplays(ctx, 100)
    await deliverDue(ctx, 64)
  }
  expect(fixture.callsTo(replays.merchant.path)).toHaveLength(5)
  expect((await replays.read(body.id)).matched).toBe(20)
})

test('a replay sends every matching delivery, not only the first page, and a dry run only counts the matches', async () => {
  await replays.createEnded(60)
  const counted = await replays.start({ dry_run: true })
  expect([counted.status, counted.body]).toEqual([200, { matched: 60, exceeds_limit: false }])
  const [first] = await sql<{ at: Date }>(
    fixture.context(),
    'select distinct created_at as at from webhook_delivery where endpoint_id = $1',
    [replays.merchant.endpointId],
  )
  const matchedIn = async (fromMs: number, toMs: number) => {
    const [from, to] = [fromMs, toMs].map((ms) => plusMs(first?.at ?? replays.now(), ms).toISOString())
    return (await replays.start({ from, to, dry_run: true })).body.matched
  }
  expect([await matchedIn(0, 14 * 86_400_000), await matchedIn(-1_000, 0)]).toEqual([60, 0])
  expect((await replays.merchant.rest.get<{ items: [] }>('/v1/webhooks/replays')).body.items).toEqual([])
  const { body } = await replays.start()
  await replays.advance(60)
  expect(await replays.read(body.id)).toMatchObject({ status: 'completed', matched: 60, done: 60 })
  expect(new Set(replays.sentEventIds()).size).toBe(60)
})

test('live events are sent before replayed events', async () => {
  await replays.createEnded(5)
  await replays.start()
  await sql(fixture.context(), 'update webhook_endpoint set max_in_flight = 1 where id = $1', [
    replays.merchant.endpointId,
  ])
  const live = await fixture.recordEventsAt(replays.at(-1), replays.merchant.merchantId, 2)
  await advanceReplays(replays.at(0), 100)
  await deliverDue(replays.at(0), 64)
  await deliverDue(replays.at(1_000), 64)
  expect(replays.sentEventIds().toSorted()).toEqual(live.toSorted())
})

test('a failed delivery of a replay is counted, but is not a failure of the endpoint and does not stop the replay', async () => {
  await replays.createEnded(3)
  const { body } = await replays.start()
  fixture.receiver.behave(answer(500))
  await replays.advance(2)
  fixture.receiver.behave(answer(200))
  await replays.advance(1, 2 * REPLAY_PACE_MS)
  expect(await replays.read(body.id)).toMatchObject({ status: 'completed', done: 1, failed: 2 })
  expect(await fixture.endpointRow(replays.merchant)).toMatchObject({
    consecutive_failures: 0,
    status: 'active',
  })
})

test('a replay sends a delivery whose lease expired before an attempt', async () => {
  await replays.createEnded(1)
  const { body } = await replays.start()
  await advanceReplays(replays.at(0), 100)
  expect(await claimDeliveries(replays.at(0), 64)).toHaveLength(1)
  await reapDeliveries(replays.at(LEASE_MS + 1), 100)
  await replays.advance(3, LEASE_MS + 1_000)
  expect(await replays.read(body.id)).toMatchObject({ status: 'completed', done: 1, failed: 0 })
  expect(replays.sentEventIds()).toHaveLength(1)
})

test('a replay does not send a delivery that succeeds before the replay reaches it, and a pending delivery keeps its retry schedule', async () => {
  const [first = '', second = ''] = await replays.createEnded(2)
  const { body } = await replays.start()
  await sql(
    fixture.context(),
    `update webhook_delivery set status = 'succeeded', succeeded_at = created_at where event_id = $1`,
    [first],
  )
  await replays.advance(3)
  expect(replays.sentEventIds()).toEqual([second])
  expect(await replays.read(body.id)).toMatchObject({ status: 'completed', done: 2 })

  const [waiting = ''] = await fixture.recordEvents(replays.merchant.merchantId)
  fixture.receiver.behave(answer(500))
  await deliverDue(replays.at(10_000), 64)
  const [before] = (await fixture.deliveries(replays.merchant)).filter(({ event_id }) => event_id === waiting)
  await replays.start({ status: 'pending' })
  await replays.advance(1, 11_000)
  const [after] = (await fixture.deliveries(replays.merchant)).filter(({ event_id }) => event_id === waiting)
  expect(after).toMatchObject({ status: 'pending', attempts: 2, next_attempt_at: before?.next_attempt_at })
})

test('a replay sends succeeded deliveries only with include_succeeded', async () => {
  const ids = await replays.createEnded(2, 'succeeded')
  expect((await replays.start()).body).toMatchObject({ status: 'completed', matched: 0 })
  const refused = await replays.start({ status: 'succeeded' })
  expect([refused.status, refused.body]).toMatchObject([
    422,
    { error: { details: { fields: [{ path: 'include_succeeded', code: 'required' }] } } },
  ])
  await replays.start({ include_succeeded: true })
  await replays.advance(2)
  expect(replays.sentEventIds().toSorted()).toEqual(ids.toSorted())
})

test('an endpoint has one running replay at a time, and starting a replay adds an audit entry', async () => {
  await replays.createEnded(1)
  const { body } = await replays.start()
  expect(await replays.start()).toMatchObject({
    status: 409,
    body: { error: { details: { reason: 'webhook_replay_running' } } },
  })
  expect(await auditOf(fixture.world.context(), body.id)).toMatchObject([
    { action: 'webhook_replay.start', after: { matched: 1, endpoint_id: replays.merchant.endpointId } },
  ])
  await replays.advance(1)
  expect((await replays.start()).status).toBe(202)
})

test('events that were skipped while an endpoint was disabled can be replayed after it is enabled', async () => {
  await changeEndpoint(fixture.context(), replays.merchant.merchantId, replays.merchant.endpointId, {
    enabled: false,
  })
  const ids = await fixture.recordEvents(replays.merchant.merchantId, 2)
  expect(await replays.start()).toMatchObject({
    status: 409,
    body: { error: { details: { reason: 'webhook_endpoint_disabled' } } },
  })
  await changeEndpoint(fixture.context(), replays.merchant.merchantId, replays.merchant.endpointId, {
    enabled: true,
  })
  expect((await replays.start({ status: 'skipped' })).body).toMatchObject({ matched: 2 })
  await replays.advance(2)
  expect(replays.sentEventIds().toSorted()).toEqual(ids.toSorted())
})

test('a disabled endpoint stops its replay, and a new replay after enabling matches every unsent delivery', async () => {
  await replays.createEnded(3)
  fixture.receiver.behave(neverAnswer)
  const { body } = await replays.start()
  await advanceReplays(replays.at(0), 100)
  await changeEndpoint(fixture.context(), replays.merchant.merchantId, replays.merchant.endpointId, {
    enabled: false,
  })
  await reapDeliveries(replays.at(10), 100)
  await advanceReplays(replays.at(20), 100)
  expect(await replays.read(body.id)).toMatchObject({ status: 'stopped', done: 0, failed: 1, queued: 2 })
  await changeEndpoint(fixture.context(), replays.merchant.merchantId, replays.merchant.endpointId, {
    enabled: true,
  })
  expect((await replays.start()).body).toMatchObject({ status: 'running', matched: 3 })
})
