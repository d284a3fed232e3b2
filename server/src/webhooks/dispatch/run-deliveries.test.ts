import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import { Wake } from '../../kernel/jobs/wake.ts'
import { eventually } from '../../testing/eventually.ts'
import { answer, neverAnswer, type Receive } from '../../testing/fakes/webhook-receiver.ts'
import { WebhookFixture } from '../../testing/fixtures/webhook-fixture.ts'
import { runDeliveries } from './run-deliveries.ts'

let fixture: WebhookFixture
beforeAll(async () => {
  fixture = await WebhookFixture.start()
})
afterAll(() => fixture.stop())
beforeEach(() => fixture.clear())

interface RunningEngine {
  wake: Wake
  stop(): Promise<void>
}

function startEngine(restMs = 200): RunningEngine {
  const stopping = new AbortController()
  const wake = new Wake()
  const done = runDeliveries(() => fixture.context(), stopping.signal, { wake, restMs })
  return {
    wake,
    stop: () => {
      stopping.abort()
      return done
    },
  }
}

const after =
  (ms: number): Receive =>
  (call) =>
    void systemClock.sleep(ms).then(() => answer(200)(call))

/** Answers a call when `size` of its path are under way, or after half a second without. */
function inGroupsOf(size: number): Receive {
  const groups = new Map<string, { count: number; whole: PromiseWithResolvers<void> }>()
  return (call) => {
    const known = groups.get(call.path)
    const group = known && known.count < size ? known : { count: 0, whole: Promise.withResolvers<void>() }
    groups.set(call.path, group)
    group.count += 1
    if (group.count === size) group.whole.resolve()
    void Promise.race([group.whole.promise, systemClock.sleep(500)]).then(() => after(15)(call))
  }
}

test('every healthy delivery arrives while a dead endpoint with a backlog waits', async () => {
  const dead = await fixture.createMerchant()
  await fixture.recordEvents(dead.merchantId, 500)
  const healthy = await Promise.all(Array.from({ length: 12 }, () => fixture.createMerchant()))
  fixture.receiver.behave((call) => (call.path === dead.path ? undefined : after(20)(call)))
  const engine = startEngine()
  try {
    await eventually(() => expect(fixture.callsTo(dead.path).length).toBeGreaterThan(0))
    for (let round = 0; round < 5; round++) {
      await Promise.all(healthy.map(({ merchantId }) => fixture.recordEvents(merchantId, 2)))
      engine.wake.notify()
    }
    await eventually(async () => {
      for (const merchant of healthy) {
        expect(fixture.callsTo(merchant.path)).toHaveLength(10)
        expect((await fixture.deliveries(merchant)).map(({ status }) => status)).toEqual(
          Array(10).fill('succeeded'),
        )
      }
    })
    const waiting = (await fixture.deliveries(dead)).filter(({ status }) => status === 'pending')
    expect(waiting.length).toBeGreaterThan(480)
  } finally {
    await engine.stop()
  }
})

test('eight engines together never have more under way for an endpoint than it allows', async () => {
  const merchants = await Promise.all(Array.from({ length: 3 }, () => fixture.createMerchant()))
  await Promise.all(merchants.map(({ merchantId }) => fixture.recordEvents(merchantId, 40)))
  fixture.receiver.behave(inGroupsOf(4))
  const engines = Array.from({ length: 8 }, () => startEngine())
  try {
    await eventually(() => {
      for (const { path } of merchants) expect(fixture.callsTo(path)).toHaveLength(40)
    })
  } finally {
    await Promise.all(engines.map((engine) => engine.stop()))
  }
  expect(Math.max(...merchants.map(({ path }) => fixture.receiver.peakConcurrency.get(path) ?? 0))).toBe(4)
})

test('each of many events goes out exactly once while nothing goes wrong', async () => {
  const merchant = await fixture.createMerchant()
  const ids = await fixture.recordEvents(merchant.merchantId, 120)
  const engines = [startEngine(), startEngine()]
  try {
    await eventually(() => expect(fixture.callsTo(merchant.path).length).toBeGreaterThanOrEqual(120))
  } finally {
    await Promise.all(engines.map((engine) => engine.stop()))
  }
  const sent = fixture.callsTo(merchant.path).map(({ headers }) => headers['x-svc-event-id'])
  expect(sent.toSorted()).toEqual(ids.toSorted())
})

test('an engine that is told to stop finishes what is under way, records it and takes nothing more', async () => {
  const merchant = await fixture.createMerchant()
  await fixture.recordEvents(merchant.merchantId, 30)
  fixture.receiver.behave(after(300))
  const engine = startEngine()
  await eventually(() => expect(fixture.callsTo(merchant.path).length).toBeGreaterThanOrEqual(4))
  await engine.stop()
  const taken = fixture.callsTo(merchant.path).length
  const statuses = (await fixture.deliveries(merchant)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 'succeeded')).toHaveLength(taken)
  expect(statuses.filter((status) => status === 'pending')).toHaveLength(30 - taken)
})

test('an engine that is told to stop waits for a receiver that never answers no longer than its attempt', async () => {
  const merchant = await fixture.createMerchant()
  await fixture.recordEvents(merchant.merchantId)
  fixture.receiver.behave(neverAnswer)
  const engine = startEngine()
  await eventually(() => expect(fixture.callsTo(merchant.path)).toHaveLength(1))
  await engine.stop()
  expect(await fixture.deliveries(merchant)).toMatchObject([
    { status: 'pending', attempts: 1, last_error: 'timeout' },
  ])
})

test('an event that is told of goes out without waiting for the next look', async () => {
  const merchant = await fixture.createMerchant()
  // The next look would come long after the test has given up.
  const engine = startEngine(3_600_000)
  try {
    for (let n = 1; n <= 5; n++) {
      await fixture.recordEvents(merchant.merchantId)
      engine.wake.notify()
      await eventually(() => expect(fixture.callsTo(merchant.path)).toHaveLength(n))
    }
  } finally {
    await engine.stop()
  }
})
