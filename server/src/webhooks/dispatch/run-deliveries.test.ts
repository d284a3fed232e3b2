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

interface RunningDispatcher {
  wake: Wake
  stop(): Promise<void>
}

function startDispatcher(pollIntervalMs = 200): RunningDispatcher {
  const stopping = new AbortController()
  const wake = new Wake()
  const { jobStates } = fixture.world.kit
  const done = runDeliveries(() => fixture.context(), stopping.signal, { wake, pollIntervalMs, jobStates })
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

/** Responds to a call once `size` calls to its path are in flight, or after half a second. */
function inGroupsOf(size: number): Receive {
  const groups = new Map<string, { count: number; complete: PromiseWithResolvers<void> }>()
  return (call) => {
    const known = groups.get(call.path)
    const group = known && known.count < size ? known : { count: 0, complete: Promise.withResolvers<void>() }
    groups.set(call.path, group)
    group.count += 1
    if (group.count === size) group.complete.resolve()
    void Promise.race([group.complete.promise, systemClock.sleep(500)]).then(() => after(15)(call))
  }
}

test('an unresponsive endpoint with a backlog does not delay deliveries to healthy endpoints', async () => {
  const dead = await fixture.createMerchant()
  await fixture.recordEvents(dead.merchantId, 500)
  const healthy = await Promise.all(Array.from({ length: 12 }, () => fixture.createMerchant()))
  fixture.receiver.behave((call) => (call.path === dead.path ? undefined : after(20)(call)))
  const dispatcher = startDispatcher()
  try {
    await eventually(() => expect(fixture.callsTo(dead.path).length).toBeGreaterThan(0))
    for (let round = 0; round < 5; round++) {
      await Promise.all(healthy.map(({ merchantId }) => fixture.recordEvents(merchantId, 2)))
      dispatcher.wake.notify()
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
    const stopped = dispatcher.stop()
    fixture.receiver.dropConnections()
    await stopped
  }
})

test('eight dispatchers together never exceed the in-flight limit of an endpoint', async () => {
  const merchants = await Promise.all(Array.from({ length: 3 }, () => fixture.createMerchant()))
  await Promise.all(merchants.map(({ merchantId }) => fixture.recordEvents(merchantId, 40)))
  fixture.receiver.behave(inGroupsOf(4))
  const dispatchers = Array.from({ length: 8 }, () => startDispatcher())
  try {
    await eventually(() => {
      for (const { path } of merchants) expect(fixture.callsTo(path)).toHaveLength(40)
    })
  } finally {
    await Promise.all(dispatchers.map((dispatcher) => dispatcher.stop()))
  }
  expect(Math.max(...merchants.map(({ path }) => fixture.receiver.peakConcurrency.get(path) ?? 0))).toBe(4)
})

test('two dispatchers send each event exactly once when no attempt fails', async () => {
  const merchant = await fixture.createMerchant()
  const ids = await fixture.recordEvents(merchant.merchantId, 120)
  const dispatchers = [startDispatcher(), startDispatcher()]
  try {
    await eventually(() => expect(fixture.callsTo(merchant.path).length).toBeGreaterThanOrEqual(120))
  } finally {
    await Promise.all(dispatchers.map((dispatcher) => dispatcher.stop()))
  }
  const sent = fixture.callsTo(merchant.path).map(({ headers }) => headers['x-svc-event-id'])
  expect(sent.toSorted()).toEqual(ids.toSorted())
})

test('a stopping dispatcher finishes and records its attempts, and claims no more deliveries', async () => {
  const merchant = await fixture.createMerchant()
  await fixture.recordEvents(merchant.merchantId, 30)
  fixture.receiver.behave(after(300))
  const dispatcher = startDispatcher()
  await eventually(() => expect(fixture.callsTo(merchant.path).length).toBeGreaterThanOrEqual(4))
  await dispatcher.stop()
  const sent = fixture.callsTo(merchant.path).length
  const statuses = (await fixture.deliveries(merchant)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 'succeeded')).toHaveLength(sent)
  expect(statuses.filter((status) => status === 'pending')).toHaveLength(30 - sent)
})

test('a stopping dispatcher waits for an unresponsive receiver until the attempt times out', async () => {
  const merchant = await fixture.createMerchant()
  await fixture.recordEvents(merchant.merchantId)
  fixture.receiver.behave(neverAnswer)
  const dispatcher = startDispatcher()
  await eventually(() => expect(fixture.callsTo(merchant.path)).toHaveLength(1))
  await dispatcher.stop()
  expect(await fixture.deliveries(merchant)).toMatchObject([
    { status: 'pending', attempts: 1, last_error: 'timeout' },
  ])
})

test('a dispatcher that is woken up sends a new event without waiting for the next poll', async () => {
  const merchant = await fixture.createMerchant()
  // The interval is longer than the timeout of the test, so only the wake-up can send the event.
  const dispatcher = startDispatcher(3_600_000)
  try {
    for (let n = 1; n <= 5; n++) {
      await fixture.recordEvents(merchant.merchantId)
      dispatcher.wake.notify()
      await eventually(() => expect(fixture.callsTo(merchant.path)).toHaveLength(n))
    }
  } finally {
    await dispatcher.stop()
  }
})
