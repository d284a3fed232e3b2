import { expect, test } from 'vitest'
import {
  WEBHOOK_URL,
  KEY,
  createTestNetwork,
  TXID,
  aCobBody,
  type TestNetwork,
  type SentCallback,
} from './testing/test-network.ts'

/**
 * Creates a simulated Pix network with an unpaid charge. The receiver answers the callbacks with these statuses in
 * turn; 0 means that it refuses the connection.
 */
async function withReceiver(answers: number[]): Promise<TestNetwork & { tries: string[] }> {
  const tries: string[] = []
  const testNetwork = await createTestNetwork({
    deliver: async (_url, body) => {
      tries.push(body)
      const status = answers.shift() ?? 200
      if (status === 0) throw new Error('connection refused')
      return { status }
    },
  })
  await testNetwork.api('PUT', `/cob/${TXID}`, aCobBody())
  return { ...testNetwork, tries }
}

const payments = (callbacks: SentCallback[]): unknown[] =>
  callbacks.flatMap(({ pix }) => pix.map(({ txid }) => txid))

test('a failed callback is retried unchanged after 1 s, 5 s, 30 s, 2 min and 10 min', async () => {
  const { network, clock, tries } = await withReceiver([500, 0, 302, 204, 503, 404, 404])
  network.pay({ txid: TXID })
  await network.idle()
  expect(tries).toHaveLength(1)
  for (const [n, waitMs] of [1_000, 5_000, 30_000, 120_000, 600_000].entries()) {
    await clock.advance(waitMs - 1)
    expect(tries).toHaveLength(n + 1)
    await clock.advance(1)
    expect(tries).toHaveLength(n + 2)
  }
  await clock.advance(86_400_000)
  expect(tries).toHaveLength(6)
  expect(new Set(tries).size).toBe(1)
})

test('a callback is not retried after it succeeds', async () => {
  const { network, clock, tries } = await withReceiver([500])
  network.pay({ txid: TXID })
  await network.idle()
  await clock.advance(1_000)
  await clock.advance(86_400_000)
  expect(tries).toHaveLength(2)
})

test('POST /simulator/pay answers before the receiver has answered the callback', async () => {
  const testNetwork = await createTestNetwork({ deliver: () => new Promise(() => undefined) })
  await testNetwork.api('PUT', `/cob/${TXID}`, aCobBody())
  expect((await testNetwork.call('POST', '/simulator/pay', { txid: TXID, times: 100 })).status).toBe(200)
})

test('a lost callback is not sent, a duplicate callback is sent twice, a late callback is sent after its delay', async () => {
  const { api, call, network, clock, callbacks } = await createTestNetwork()
  await api('PUT', `/cob/${TXID}`, aCobBody())
  await call('POST', '/simulator/pay', { txid: TXID, callback: 'lost' })
  await network.idle()
  expect(callbacks).toEqual([])
  await call('POST', '/simulator/pay', { txid: TXID, callback: 'duplicate' })
  await network.idle()
  expect(payments(callbacks)).toEqual([TXID, TXID])
  expect(callbacks[0]).toEqual(callbacks[1])
  await call('POST', '/simulator/pay', { txid: TXID, callback: 'late' })
  await clock.advance(9_999)
  expect(callbacks).toHaveLength(2)
  await clock.advance(1)
  expect(callbacks).toHaveLength(3)
  await call('POST', '/simulator/pay', { txid: TXID, callback: 'late', delay_ms: 500 })
  await clock.advance(500)
  expect(callbacks).toHaveLength(4)
})

test('no callback is sent for a Pix key without a webhook, and the URL of a webhook may end in a slash', async () => {
  const { api, network, callbacks } = await createTestNetwork()
  const hook = `/webhook/${encodeURIComponent(KEY)}`
  await api('PUT', `/cob/${TXID}`, aCobBody())
  await api('DELETE', hook)
  network.pay({ txid: TXID })
  await network.idle()
  expect(callbacks).toEqual([])
  await api('PUT', hook, { webhookUrl: `${WEBHOOK_URL}/` })
  network.pay({ txid: TXID })
  await network.idle()
  expect(callbacks.map(({ url }) => url)).toEqual([`${WEBHOOK_URL}/pix`])
})

test('at most 64 callbacks are sent concurrently, and every callback is sent', async () => {
  let open = 0
  let most = 0
  let sent = 0
  const testNetwork = await createTestNetwork({
    deliver: async () => {
      open += 1
      most = Math.max(most, open)
      await new Promise((resolve) => setImmediate(resolve))
      open -= 1
      sent += 1
      return { status: 200 }
    },
  })
  await testNetwork.api('PUT', `/cob/${TXID}`, aCobBody())
  for (let n = 0; n < 5; n += 1) testNetwork.network.pay({ txid: TXID, times: 100 })
  await testNetwork.network.idle()
  expect([most, sent]).toEqual([64, 500])
})

test('the simulated network sends no callbacks after it is closed', async () => {
  const { network, clock, tries } = await withReceiver([500])
  network.pay({ txid: TXID })
  await network.idle()
  network.close()
  await clock.advance(86_400_000)
  await network.idle()
  expect(tries).toHaveLength(1)
})

test.each([
  ['refuse', 0],
  ['http_500', 0],
  ['http_503', 0],
  ['timeout_before', 0],
  ['timeout_after', 1],
  ['drop', 1],
] as const)('a callback with the fault %s counts as failed and is retried', async (mode, sentAtOnce) => {
  const { network, clock, tries } = await withReceiver([])
  network.setFault({ on: 'callback', mode, count: 1 })
  network.pay({ txid: TXID })
  await network.idle()
  expect(tries).toHaveLength(sentAtOnce)
  await clock.advance(1_000)
  expect(tries).toHaveLength(sentAtOnce + 1)
  await clock.advance(86_400_000)
  expect(tries).toHaveLength(sentAtOnce + 1)
})

test('a slow callback is sent after its delay', async () => {
  const { network, clock, tries } = await withReceiver([])
  network.setFault({ on: 'callback', mode: 'slow', delayMs: 700 })
  network.pay({ txid: TXID })
  await clock.advance(699)
  expect(tries).toHaveLength(0)
  await clock.advance(1)
  expect(tries).toHaveLength(1)
})
