import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import { Wake } from '../../kernel/jobs/wake.ts'
import { eventually } from '../../testing/eventually.ts'
import { answer, never, type Receive } from '../../testing/far-end/receiver.ts'
import { Market, type Shop } from '../../testing/makers/shops.ts'
import { runDeliveries } from './run-deliveries.ts'
import type { SendRequest, SendResult, WebhookSender } from '../sending/sender.ts'

/** Half of the 64 sockets of a process. */
const UNHEALTHY_MAX = 32

let market: Market
beforeAll(async () => {
  market = await Market.start()
})
afterAll(() => market.stop())
beforeEach(() => market.clear())

/** Counts the attempts of one engine to paths that hang. */
class CountingSender implements WebhookSender {
  current = 0
  most = 0

  constructor(
    readonly sender: WebhookSender,
    readonly hangs: ReadonlySet<string>,
  ) {}

  async post(request: SendRequest): Promise<SendResult> {
    if (!this.hangs.has(new URL(request.url).pathname)) return this.sender.post(request)
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
    // The market closes the sender.
  }
}

interface RunningEngine {
  sender: CountingSender
  wake: Wake
  stop(): Promise<void>
}

function startEngine(hangs: ReadonlySet<string>): RunningEngine {
  const stopping = new AbortController()
  const wake = new Wake()
  const sender = new CountingSender(market.sender, hangs)
  const context = () => ({ ...market.context(), sender })
  const done = runDeliveries(context, stopping.signal, { wake, restMs: 200 })
  return {
    sender,
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

/** Registers two endpoints for each of `merchants` merchants and gives each endpoint a backlog. */
async function addHanging(merchants: number): Promise<Set<string>> {
  const paths = new Set<string>()
  for (let n = 0; n < merchants; n++) {
    const { merchantId, path } = await market.shop()
    paths.add(path).add((await market.endpoint(merchantId)).path)
    await market.events(merchantId, 5)
  }
  market.receiver.behave((call) => (paths.has(call.path) ? never(call) : after(20)(call)))
  return paths
}

async function expectAllDelivered(shops: readonly Shop[], count: number): Promise<void> {
  for (const shop of shops) {
    const statuses = (await market.deliveries(shop)).map(({ status }) => status)
    expect(statuses).toEqual(Array(count).fill('succeeded'))
  }
}

test('endpoints that hang take half of the sockets at most, and healthy and new endpoints get every event', async () => {
  const healthy = await Promise.all(Array.from({ length: 8 }, () => market.shop()))
  await market.haveSucceeded(healthy)
  const hanging = await addHanging(20)
  const engine = startEngine(hanging)
  try {
    await eventually(() => expect(engine.sender.current).toBe(UNHEALTHY_MAX))
    const shops = [...healthy, await market.shop(), await market.shop()]
    for (let round = 0; round < 5; round++) {
      await Promise.all(shops.map(({ merchantId }) => market.events(merchantId, 2)))
      engine.wake.notify()
    }
    await eventually(() => expectAllDelivered(shops, 10))
    expect(engine.sender.most).toBe(UNHEALTHY_MAX)
  } finally {
    await engine.stop()
  }
})

test('two engines each keep half of their own sockets for healthy endpoints', async () => {
  const healthy = await Promise.all(Array.from({ length: 4 }, () => market.shop()))
  await market.haveSucceeded(healthy)
  const hanging = await addHanging(40)
  const engines = [startEngine(hanging), startEngine(hanging)]
  try {
    await eventually(() => {
      for (const { sender } of engines) expect(sender.current).toBe(UNHEALTHY_MAX)
    })
    await Promise.all(healthy.map(({ merchantId }) => market.events(merchantId, 10)))
    for (const { wake } of engines) wake.notify()
    await eventually(() => expectAllDelivered(healthy, 10))
    for (const { sender } of engines) expect(sender.most).toBe(UNHEALTHY_MAX)
  } finally {
    await Promise.all(engines.map((engine) => engine.stop()))
  }
})
