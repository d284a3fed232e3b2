import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { plusMs } from '../../kernel/clock.ts'
import { sql } from '../../kernel/database/sql.ts'
import { auditOf } from '../../testing/makers/audit-lines.ts'
import { answer, never } from '../../testing/far-end/receiver.ts'
import { ReplayDesk } from '../../testing/makers/replays.ts'
import { Market } from '../../testing/makers/shops.ts'
import { advanceReplays, REPLAY_PACE_MS } from './advance-replays.ts'
import { changeEndpoint } from '../endpoints/change-endpoint.ts'
import { claimDeliveries, LEASE_MS } from '../dispatch/claim-deliveries.ts'
import { deliverDue } from '../dispatch/deliver-due.ts'
import { reapDeliveries } from '../dispatch/reap-deliveries.ts'

let market: Market
let desk: ReplayDesk
beforeAll(async () => {
  market = await Market.start()
})
afterAll(() => market.stop())
beforeEach(async () => {
  desk = await ReplayDesk.open(market)
})

test('everything that was missed goes out again, oldest first, one at a time, and the progress is told', async () => {
  const ids = [...(await desk.missed(3)), ...(await desk.missed(2, 'skipped'))]
  await desk.missed(1, 'succeeded')
  const { status, body } = await desk.start()
  expect(status).toBe(202)
  expect(body).toMatchObject({ status: 'running', matched: 5, queued: 5, done: 0, failed: 0 })
  expect(await desk.passTime(2)).toBe(1)
  expect(await desk.read(body.id)).toMatchObject({ status: 'running', queued: 3, done: 2 })
  await desk.passTime(3, 2 * REPLAY_PACE_MS)
  expect(await desk.read(body.id)).toMatchObject({
    status: 'completed',
    queued: 0,
    done: 5,
    finished_at: expect.any(String),
  })
  expect(desk.sentIds().toSorted()).toEqual(ids.toSorted())
  expect((await market.deliveries(desk.shop)).map((delivery) => delivery.status)).toEqual(
    Array(6).fill('succeeded'),
  )
  const triggers = await sql<{ trigger: string }>(
    market.context(),
    'select distinct trigger from webhook_attempt where endpoint_id = $1',
    [desk.shop.endpointId],
  )
  expect(triggers).toEqual([{ trigger: 'bulk' }])
  expect(
    await sql(market.context(), 'select n from webhook_replay_item where replay_id = $1', [body.id]),
  ).toEqual([])
})

test('no more than five go out in a second, however often it is looked', async () => {
  await desk.missed(20)
  const { body } = await desk.start()
  const begin = desk.now()
  for (let ms = 0; ms < 1_000; ms += 40) {
    const ctx = market.contextAt(plusMs(begin, ms))
    await advanceReplays(ctx, 100)
    await deliverDue(ctx, 64)
  }
  expect(market.callsTo(desk.shop.path)).toHaveLength(5)
  expect((await desk.read(body.id)).matched).toBe(20)
})

test('the whole filter is replayed, not the page that is shown, and a dry run only counts it', async () => {
  await desk.missed(60)
  const counted = await desk.start({ dry_run: true })
  expect([counted.status, counted.body]).toEqual([200, { matched: 60, exceeds_limit: false }])
  const [first] = await sql<{ at: Date }>(
    market.context(),
    'select distinct created_at as at from webhook_delivery where endpoint_id = $1',
    [desk.shop.endpointId],
  )
  const matchedIn = async (fromMs: number, toMs: number) => {
    const [from, to] = [fromMs, toMs].map((ms) => plusMs(first?.at ?? desk.now(), ms).toISOString())
    return (await desk.start({ from, to, dry_run: true })).body.matched
  }
  expect([await matchedIn(0, 14 * 86_400_000), await matchedIn(-1_000, 0)]).toEqual([60, 0])
  expect((await desk.shop.rest.get<{ items: [] }>('/v1/webhooks/replays')).body.items).toEqual([])
  const { body } = await desk.start()
  await desk.passTime(60)
  expect(await desk.read(body.id)).toMatchObject({ status: 'completed', matched: 60, done: 60 })
  expect(new Set(desk.sentIds()).size).toBe(60)
})

test('live events overtake a replay', async () => {
  await desk.missed(5)
  await desk.start()
  await sql(market.context(), 'update webhook_endpoint set max_in_flight = 1 where id = $1', [
    desk.shop.endpointId,
  ])
  const live = await market.eventsAt(desk.at(-1), desk.shop.merchantId, 2)
  await advanceReplays(desk.at(0), 100)
  await deliverDue(desk.at(0), 64)
  await deliverDue(desk.at(1_000), 64)
  expect(desk.sentIds().toSorted()).toEqual(live.toSorted())
})

test('what fails is counted, is not held against the endpoint, and does not stop the others', async () => {
  await desk.missed(3)
  const { body } = await desk.start()
  market.receiver.behave(answer(500))
  await desk.passTime(2)
  market.receiver.behave(answer(200))
  await desk.passTime(1, 2 * REPLAY_PACE_MS)
  expect(await desk.read(body.id)).toMatchObject({ status: 'completed', done: 1, failed: 2 })
  expect(await market.endpointRow(desk.shop)).toMatchObject({ consecutive_failures: 0, status: 'active' })
})

test('an engine that dies over a delivery loses nothing of a replay', async () => {
  await desk.missed(1)
  const { body } = await desk.start()
  await advanceReplays(desk.at(0), 100)
  expect(await claimDeliveries(desk.at(0), 64)).toHaveLength(1)
  await reapDeliveries(desk.at(LEASE_MS + 1), 100)
  await desk.passTime(3, LEASE_MS + 1_000)
  expect(await desk.read(body.id)).toMatchObject({ status: 'completed', done: 1, failed: 0 })
  expect(desk.sentIds()).toHaveLength(1)
})

test('one that got through meanwhile is not sent twice; one that waits for its schedule goes on waiting', async () => {
  const [first = '', second = ''] = await desk.missed(2)
  const { body } = await desk.start()
  await sql(
    market.context(),
    `update webhook_delivery set status = 'succeeded', succeeded_at = created_at where event_id = $1`,
    [first],
  )
  await desk.passTime(3)
  expect(desk.sentIds()).toEqual([second])
  expect(await desk.read(body.id)).toMatchObject({ status: 'completed', done: 2 })

  const [waiting = ''] = await market.events(desk.shop.merchantId)
  market.receiver.behave(answer(500))
  await deliverDue(desk.at(10_000), 64)
  const [before] = (await market.deliveries(desk.shop)).filter(({ event_id }) => event_id === waiting)
  await desk.start({ status: 'pending' })
  await desk.passTime(1, 11_000)
  const [after] = (await market.deliveries(desk.shop)).filter(({ event_id }) => event_id === waiting)
  expect(after).toMatchObject({ status: 'pending', attempts: 2, next_attempt_at: before?.next_attempt_at })
})

test('those that succeeded go again only when they are asked for', async () => {
  const ids = await desk.missed(2, 'succeeded')
  expect((await desk.start()).body).toMatchObject({ status: 'completed', matched: 0 })
  const refused = await desk.start({ status: 'succeeded' })
  expect([refused.status, refused.body]).toMatchObject([
    422,
    { error: { details: { fields: [{ path: 'include_succeeded', code: 'required' }] } } },
  ])
  await desk.start({ include_succeeded: true })
  await desk.passTime(2)
  expect(desk.sentIds().toSorted()).toEqual(ids.toSorted())
})

test('one replay of an endpoint runs at a time, and it is on the record', async () => {
  await desk.missed(1)
  const { body } = await desk.start()
  expect(await desk.start()).toMatchObject({
    status: 409,
    body: { error: { details: { reason: 'webhook_replay_running' } } },
  })
  expect(await auditOf(market.world.context(), body.id)).toMatchObject([
    { action: 'webhook_replay.start', after: { matched: 1, endpoint_id: desk.shop.endpointId } },
  ])
  await desk.passTime(1)
  expect((await desk.start()).status).toBe(202)
})

test('what happened while an endpoint was disabled is replayed once it is enabled again', async () => {
  await changeEndpoint(market.context(), desk.shop.merchantId, desk.shop.endpointId, { enabled: false })
  const ids = await market.events(desk.shop.merchantId, 2)
  expect(await desk.start()).toMatchObject({
    status: 409,
    body: { error: { details: { reason: 'webhook_endpoint_disabled' } } },
  })
  await changeEndpoint(market.context(), desk.shop.merchantId, desk.shop.endpointId, { enabled: true })
  expect((await desk.start({ status: 'skipped' })).body).toMatchObject({ matched: 2 })
  await desk.passTime(2)
  expect(desk.sentIds().toSorted()).toEqual(ids.toSorted())
})

test('a replay whose endpoint is disabled meanwhile stops, and what it had not sent may be replayed later', async () => {
  await desk.missed(3)
  market.receiver.behave(never)
  const { body } = await desk.start()
  await advanceReplays(desk.at(0), 100)
  await changeEndpoint(market.context(), desk.shop.merchantId, desk.shop.endpointId, { enabled: false })
  await reapDeliveries(desk.at(10), 100)
  await advanceReplays(desk.at(20), 100)
  expect(await desk.read(body.id)).toMatchObject({ status: 'stopped', done: 0, failed: 1, queued: 2 })
  await changeEndpoint(market.context(), desk.shop.merchantId, desk.shop.endpointId, { enabled: true })
  expect((await desk.start()).body).toMatchObject({ status: 'running', matched: 3 })
})
