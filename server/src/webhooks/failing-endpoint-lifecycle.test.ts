import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../kernel/database/sql.ts'
import { answer } from '../testing/fakes/webhook-receiver.ts'
import { WebhookFixture, type WebhookMerchant } from '../testing/fixtures/webhook-fixture.ts'
import { advanceReplays } from './replays/advance-replays.ts'
import { REPLAY_PACE_MS } from './replays/schedule-next.ts'
import { deliverDue } from '../testing/deliver-due.ts'
import {
  DISABLE_AFTER_FAILURES,
  DISABLE_AFTER_MS,
  PAUSE_AFTER_FAILURES,
  PAUSES_MS,
} from './endpoints/endpoint-condition.ts'
import { reapDeliveries } from './dispatch/reap-deliveries.ts'
import { ATTEMPTS_MAX, RETRY_DELAYS_MS } from './dispatch/retry-schedule.ts'

const MINUTE = 60_000

let fixture: WebhookFixture
beforeAll(async () => {
  fixture = await WebhookFixture.start()
  fixture.world.clock.stop()
})
afterAll(() => fixture.stop())

interface Condition {
  status: string
  disabled_reason: string | null
  consecutive_failures: number
  failing_since: Date
  paused_until: Date
}

const now = () => fixture.world.clock.now().getTime()
const advanceTo = (at: number) => fixture.world.clock.advance(at - now())
const deliver = () => deliverDue(fixture.context(), 64)
const condition = (merchant: WebhookMerchant) => fixture.endpointRow<Condition>(merchant)
const statuses = async (merchant: WebhookMerchant) =>
  (await fixture.deliveries(merchant)).map(({ status }) => status)

/**
 * Makes attempts fail until one more failure would pause the endpoint. Asserts that each attempt is made on schedule.
 */
async function failOnSchedule(merchant: WebhookMerchant): Promise<void> {
  for (let n = 1; n < PAUSE_AFTER_FAILURES; n++) {
    expect(await deliver()).toBe(1)
    const [delivery] = await fixture.deliveries(merchant)
    const waitMs = (delivery?.next_attempt_at?.getTime() ?? 0) - now()
    const meanMs = RETRY_DELAYS_MS[n - 1] ?? 0
    expect(waitMs).toBeGreaterThanOrEqual(0.8 * meanMs)
    expect(waitMs).toBeLessThanOrEqual(1.2 * meanMs)
    expect(await deliver()).toBe(0)
    advanceTo(now() + waitMs)
  }
}

/** Makes a probe fail: one pending delivery is sent, and its failure pauses the endpoint for `pauseMs`. */
async function failProbe(merchant: WebhookMerchant, pauseMs: number): Promise<void> {
  expect([await deliver(), await deliver()]).toEqual([1, 0])
  const pausedMs = (await condition(merchant)).paused_until.getTime() - now()
  expect(pausedMs).toBe(pauseMs)
}

const advanceToPauseEnd = async (merchant: WebhookMerchant) =>
  advanceTo((await condition(merchant)).paused_until.getTime())

test('an endpoint that fails for five days is disabled, and a replay later sends all missed events', async () => {
  const merchant = await fixture.createMerchant()
  const startedAt = now()
  fixture.receiver.behave(answer(500))
  const [first] = await fixture.recordEvents(merchant.merchantId)
  await failOnSchedule(merchant)

  for (const pauseMs of [...PAUSES_MS, PAUSES_MS[3], PAUSES_MS[3]]) {
    await failProbe(merchant, pauseMs)
    await advanceToPauseEnd(merchant)
    await fixture.recordEvents(merchant.merchantId, 2)
  }
  while ((await condition(merchant)).consecutive_failures < DISABLE_AFTER_FAILURES) {
    await failProbe(merchant, PAUSES_MS[3])
    await advanceToPauseEnd(merchant)
  }
  const { failing_since: since, status } = await condition(merchant)
  expect([status, since.getTime()]).toEqual(['active', startedAt])

  advanceTo(since.getTime() + DISABLE_AFTER_MS)
  const [last] = await fixture.recordEvents(merchant.merchantId)
  expect(await deliver()).toBe(1)
  expect(await condition(merchant)).toMatchObject({ status: 'disabled', disabled_reason: 'failing' })
  await reapDeliveries(fixture.context(), 100)
  const [missed] = await fixture.recordEvents(merchant.merchantId)
  expect(new Set(await statuses(merchant))).toEqual(new Set(['failed', 'skipped']))
  expect(await deliver()).toBe(0)

  const kept = await fixture.deliveries(merchant)
  expect(kept.map(({ event_id }) => event_id)).toEqual(expect.arrayContaining([first, last, missed]))
  expect(Math.max(...kept.map(({ attempts }) => attempts))).toBeLessThanOrEqual(ATTEMPTS_MAX)
  const tried = fixture.callsTo(merchant.path).length
  const [logged] = await sql<{ n: bigint }>(
    fixture.context(),
    'select count(*) as n from webhook_attempt where endpoint_id = $1',
    [merchant.endpointId],
  )
  expect(logged?.n).toBe(BigInt(tried))

  fixture.receiver.behave(answer(200))
  const path = `/v1/webhooks/endpoints/${merchant.endpointId}`
  expect(await merchant.rest.send('PATCH', path, { enabled: true }, {})).toMatchObject({ status: 200 })
  await fixture.recordEvents(merchant.merchantId, 3)
  expect([await deliver(), await deliver()]).toEqual([1, 2])

  const filter = {
    endpoint_id: merchant.endpointId,
    from: new Date(startedAt - MINUTE).toISOString(),
    to: new Date(now() + MINUTE).toISOString(),
  }
  const replay = await merchant.rest.post<{ matched: number }>('/v1/webhooks/replays', filter)
  expect(replay).toMatchObject({ status: 202, body: { matched: kept.length } })
  for (let n = 0; n < kept.length; n++) {
    await advanceReplays(fixture.context(), 100)
    await deliver()
    advanceTo(now() + REPLAY_PACE_MS)
  }
  expect(new Set(await statuses(merchant))).toEqual(new Set(['succeeded']))
  const got = fixture.callsTo(merchant.path).slice(tried)
  expect(got.map(({ headers }) => headers['x-svc-event-id'])).toEqual(
    expect.arrayContaining(kept.map(({ event_id }) => event_id)),
  )
})
