import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock, type Clock } from '../../kernel/clock.ts'
import { eventually } from '../../testing/eventually.ts'
import { answer, startReceiver, type Receiver } from '../../testing/fakes/webhook-receiver.ts'
import type { ResolveName } from './address-guard.ts'
import { makeWebhookSender, type WebhookSenderOptions } from './make-webhook-sender.ts'
import type { SendResult, WebhookSender } from './sender.ts'

let receiver: Receiver
let sender: WebhookSender
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())
beforeEach(() => {
  receiver.calls.length = 0
  receiver.behave(answer(200))
})
afterEach(() => sender.close())

function start(options: Partial<WebhookSenderOptions> = {}): void {
  sender = makeWebhookSender({ allowPrivate: [receiver.host], caFiles: [receiver.caFile], ...options })
}

const post = (): Promise<SendResult> => sender.post({ url: receiver.url(), headers: {}, body: '{}' })

test('the idle limit closes an unused connection, but not a connection that waits for a response', async () => {
  start()
  await post()
  receiver.behave((call) => void systemClock.sleep(4_000).then(() => answer(201)(call)))
  expect(await post()).toMatchObject({ statusCode: 201, errorClass: null })
  const [first, second] = receiver.calls
  expect(second?.req.socket).toBe(first?.req.socket)
  await eventually(() => expect(first?.req.socket.destroyed).toBe(true))
})

test.each([
  ['Connection: close', { connection: 'close' }],
  ['Keep-Alive: timeout=1', { 'keep-alive': 'timeout=1' }],
])('a connection is not reused after a response with %s', async (_, headers) => {
  start()
  receiver.behave(answer(200, headers))
  await post()
  await post()
  const [first, second] = receiver.calls
  expect(second?.req.socket).not.toBe(first?.req.socket)
})

test('a connection is not reused more than a minute after it was opened', async () => {
  let now = systemClock.now()
  const clock: Clock = { now: () => now, sleep: (ms, signal) => systemClock.sleep(ms, signal) }
  start({ clock })
  await post()
  now = new Date(now.getTime() + 60_000)
  await post()
  await post()
  const [first, second, third] = receiver.calls.map(({ req }) => req.socket)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('concurrent attempts never share a connection', async () => {
  start()
  const waiting: (() => void)[] = []
  receiver.behave((call) => {
    waiting.push(() => answer(200)(call))
    if (waiting.length === 3) for (const reply of waiting) reply()
  })
  const results = await Promise.all([post(), post(), post()])
  expect(results.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(new Set(receiver.calls.map(({ req }) => req.socket)).size).toBe(3)
})

test('an attempt that its caller aborts during the name lookup ends without waiting for the lookup', async () => {
  // The clock does not advance, so no time limit of the sender ends the attempt.
  const stopped: Clock = {
    now: () => systemClock.now(),
    sleep: (_, signal) => new Promise((resolve) => signal?.addEventListener('abort', () => resolve())),
  }
  const lookupStarted = Promise.withResolvers<void>()
  const resolver: ResolveName = () => {
    lookupStarted.resolve()
    return new Promise(() => undefined)
  }
  start({ clock: stopped, allowPrivate: [], resolver })
  const caller = new AbortController()
  const attempt = sender.post({
    url: 'https://shop.example/hook',
    headers: {},
    body: '{}',
    signal: caller.signal,
  })
  await lookupStarted.promise
  caller.abort()
  expect(await attempt).toMatchObject({ statusCode: null, remoteIp: null })
})
