import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import { sql } from '../../kernel/database/sql.ts'
import { Wake } from '../../kernel/jobs/wake.ts'
import { eventually } from '../../testing/eventually.ts'
import { answer, neverAnswer, type Receive } from '../../testing/fakes/webhook-receiver.ts'
import { WebhookFixture, type WebhookMerchant } from '../../testing/fixtures/webhook-fixture.ts'
import { runDeliveries } from './run-deliveries.ts'
import type { SendRequest, SendResult, WebhookSender } from '../sending/sender.ts'

/** Half of the 64 sockets of a dispatcher. */
const UNHEALTHY_MAX = 32

let fixture: WebhookFixture
beforeAll(async () => {
  fixture = await WebhookFixture.start()
})
afterAll(() => fixture.stop())
beforeEach(() => fixture.clear())

/** A sender that counts the concurrent attempts of one dispatcher to unresponsive paths. */
class CountingSender implements WebhookSender {
  current = 0
  most = 0

  constructor(
    readonly sender: WebhookSender,
    readonly unresponsive: ReadonlySet<string>,
  ) {}

  async post(request: SendRequest): Promise<SendResult> {
    if (!this.unresponsive.has(new URL(request.url).pathname)) return this.sender.post(request)
    this.current += 1
    this.most = Math.max(this.most, this.current)
    const result = await this.sender.post(request)
    this.current -= 1
    return result
  }

  checkUrl(url: string) {
    return this.sender.checkUrl(url)
  }

  async close() {
    // Does nothing, because `fixture.stop` closes the wrapped sender.
  }
}

interface RunningDispatcher {
  sender: CountingSender
  wake: Wake
  stop(): Promise<void>
}

function startDispatcher(unresponsive: ReadonlySet<string>): RunningDispatcher {
  const stopping = new AbortController()
  const wake = new Wake()
  const sender = new CountingSender(fixture.sender, unresponsive)
  const context = () => ({ ...fixture.context(), sender })
  const { jobStates } = fixture.world.kit
  const done = runDeliveries(context, stopping.signal, { wake, pollIntervalMs: 200, jobStates })
  return {
    sender,
    wake,
    stop: () => {
      stopping.abort()
      fixture.receiver.dropConnections()
      return done
    },
  }
}

const after =
  (ms: number): Receive =>
  (call) =>
    void systemClock.sleep(ms).then(() => answer(200)(call))

/**
 * Registers two unresponsive endpoints for each of `merchants` merchants, each with a backlog. Returns the paths of the
 * endpoints.
 */
async function addUnresponsive(merchants: number): Promise<Set<string>> {
  const paths = new Set<string>()
  for (let n = 0; n < merchants; n++) {
    const { merchantId, path } = await fixture.createMerchant()
    paths.add(path).add((await fixture.createEndpoint(merchantId)).path)
    await fixture.recordEvents(merchantId, 5)
  }
  fixture.receiver.behave((call) => (paths.has(call.path) ? neverAnswer(call) : after(20)(call)))
  return paths
}

/**
 * Asserts that `count` events of each merchant are delivered. Call this function with `eventually`. First makes retries
 * due at once, because attempts can time out on a slow machine.
 */
async function expectAllDelivered(merchants: readonly WebhookMerchant[], count: number): Promise<void> {
  for (const merchant of merchants) {
    await sql(
      fixture.context(),
      `update webhook_delivery set next_attempt_at = created_at
       where endpoint_id = $1 and status = 'pending' and attempts > 0`,
      [merchant.endpointId],
    )
    const statuses = (await fixture.deliveries(merchant)).map(({ status }) => status)
    expect(statuses).toEqual(Array(count).fill('succeeded'))
  }
}

test('unresponsive endpoints occupy at most half of the sockets, and all other endpoints get every event', async () => {
  const healthy = await Promise.all(Array.from({ length: 8 }, () => fixture.createMerchant()))
  await fixture.markHealthy(healthy)
  const unresponsive = await addUnresponsive(20)
  const dispatcher = startDispatcher(unresponsive)
  try {
    await eventually(() => expect(dispatcher.sender.current).toBe(UNHEALTHY_MAX))
    const merchants = [...healthy, await fixture.createMerchant(), await fixture.createMerchant()]
    for (let round = 0; round < 5; round++) {
      await Promise.all(merchants.map(({ merchantId }) => fixture.recordEvents(merchantId, 2)))
      dispatcher.wake.notify()
    }
    await eventually(() => expectAllDelivered(merchants, 10))
    expect(dispatcher.sender.most).toBe(UNHEALTHY_MAX)
  } finally {
    await dispatcher.stop()
  }
})

test('each of two dispatchers reserves half of its own sockets for healthy endpoints', async () => {
  const healthy = await Promise.all(Array.from({ length: 4 }, () => fixture.createMerchant()))
  await fixture.markHealthy(healthy)
  const unresponsive = await addUnresponsive(40)
  const dispatchers = [startDispatcher(unresponsive), startDispatcher(unresponsive)]
  try {
    await eventually(() => {
      for (const { sender } of dispatchers) expect(sender.current).toBe(UNHEALTHY_MAX)
    })
    await Promise.all(healthy.map(({ merchantId }) => fixture.recordEvents(merchantId, 10)))
    for (const { wake } of dispatchers) wake.notify()
    await eventually(() => expectAllDelivered(healthy, 10))
    for (const { sender } of dispatchers) expect(sender.most).toBe(UNHEALTHY_MAX)
  } finally {
    await Promise.all(dispatchers.map((dispatcher) => dispatcher.stop()))
  }
})
