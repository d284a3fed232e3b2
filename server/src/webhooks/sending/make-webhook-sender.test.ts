import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import {
  answer,
  neverAnswer,
  startReceiver,
  type Receive,
  type Receiver,
} from '../../testing/fakes/webhook-receiver.ts'
import { ATTEMPT_MS_MAX, makeWebhookSender } from './make-webhook-sender.ts'
import type { SendResult, WebhookSender } from './sender.ts'

let receiver: Receiver
let sender: WebhookSender
beforeAll(async () => {
  receiver = await startReceiver()
  sender = makeWebhookSender({ allowPrivate: [receiver.host], caFiles: [receiver.caFile] })
})
afterAll(async () => {
  await sender.close()
  await receiver.close()
})
beforeEach(() => {
  receiver.calls.length = 0
  receiver.behave(answer(200))
})

/** Writes a text again and again, with a pause before each time, until the connection ends. */
const repeat = (text: string, pauseMs: number): Receive => {
  return ({ req: { socket } }) => {
    const write = (): void => {
      if (!socket.destroyed) socket.write(text, () => void systemClock.sleep(pauseMs).then(write))
    }
    write()
  }
}

/** Responses that are not complete within the time limit, by path. */
const SLOW: Record<string, Receive> = {
  '/silent': neverAnswer,
  '/slow-headers': (call) => {
    call.req.socket.write('HTTP/1.1 200 OK\r\n')
    repeat('x-drip: 1\r\n', 200)(call)
  },
  '/slow-body': ({ res }) => {
    res.writeHead(200)
    const drip = (): void => {
      if (!res.destroyed) res.write('.', () => void systemClock.sleep(200).then(drip))
    }
    drip()
  },
  '/interim': repeat('HTTP/1.1 103 Early Hints\r\n\r\n', 50),
}

/**
 * The result of one attempt at each path of SLOW. The attempts run concurrently, because each takes the whole time
 * limit.
 */
let slowResults: Promise<Map<string, SendResult>> | undefined
const slow = async (path: string): Promise<SendResult | undefined> =>
  (await (slowResults ??= attemptSlow())).get(path)

async function attemptSlow(): Promise<Map<string, SendResult>> {
  receiver.behave((call) => SLOW[call.path]?.(call))
  const paths = Object.keys(SLOW)
  const results = await Promise.all(paths.map((path) => post(receiver.url(path))))
  return new Map(results.map((result, n) => [paths[n] ?? '', result]))
}

const post = (url = receiver.url()): Promise<SendResult> =>
  sender.post({
    url,
    headers: { 'content-type': 'application/json', 'x-svc-event-id': 'evt_1' },
    body: '{"é":1}',
  })

test('a request arrives unchanged, and the result contains the response, its allowed headers and timings', async () => {
  receiver.behave(answer(202, { 'x-request-id': 'r-1', 'set-cookie': 'secret=1' }, 'thanks'))
  const result = await post(receiver.url('/hook?a=1&b=%20'))
  expect(result).toMatchObject({
    statusCode: 202,
    errorClass: null,
    errorDetail: null,
    remoteIp: '127.0.0.1',
    responseTruncated: false,
    timings: { connect: expect.any(Number), firstByte: expect.any(Number), total: expect.any(Number) },
  })
  expect(result.responseBody.toString()).toBe('thanks')
  expect(result.responseHeaders).toMatchObject({ 'x-request-id': 'r-1' })
  expect(result.responseHeaders).not.toHaveProperty('set-cookie')
  const [call] = receiver.calls
  expect(call).toMatchObject({ path: '/hook?a=1&b=%20', body: '{"é":1}' })
  expect(call?.headers).toMatchObject({
    host: receiver.host,
    'x-svc-event-id': 'evt_1',
    'content-length': '8',
  })
})

test.each([
  [200, null],
  [201, null],
  [204, null],
  [299, null],
  [301, 'redirect'],
  [302, 'redirect'],
  [304, 'redirect'],
  [307, 'redirect'],
  [400, 'http_4xx'],
  [401, 'http_4xx'],
  [404, 'http_4xx'],
  [410, 'http_4xx'],
  [429, 'rate_limited'],
  [500, 'http_5xx'],
  [503, 'http_5xx'],
  [599, 'http_5xx'],
])('status %i has error class %s, and no redirect is followed', async (status, errorClass) => {
  receiver.behave(answer(status, { location: receiver.url('/elsewhere') }, ''))
  expect(await post()).toMatchObject({ statusCode: status, errorClass })
  expect(receiver.calls).toHaveLength(1)
})

test('an attempt to a receiver that never responds times out after five seconds', async () => {
  const result = await slow('/silent')
  expect(result).toMatchObject({ statusCode: null, errorClass: 'timeout', errorDetail: 'response' })
  expect(result?.timings.total).toBeGreaterThan(4_900)
})

test('an attempt to a receiver that sends its headers too slowly times out', async () => {
  const result = await slow('/slow-headers')
  expect(result).toMatchObject({ statusCode: null, errorClass: 'timeout', errorDetail: 'response' })
})

test('a 2xx status in time is a success, even when its body is still arriving at the time limit', async () => {
  const result = await slow('/slow-body')
  expect(result).toMatchObject({ statusCode: 200, errorClass: null, responseTruncated: true })
  expect(result?.timings.total).toBeLessThan(2 * ATTEMPT_MS_MAX)
  expect(result?.responseBody.toString()).toMatch(/^\.{5,}$/)
})

test('an endless stream of interim responses times out', async () => {
  expect(await slow('/interim')).toMatchObject({ statusCode: null, errorClass: 'timeout' })
})

test('only the first 16 KiB of an endless body are read', async () => {
  receiver.behave(({ res }) => {
    const flood = (): void => {
      while (!res.destroyed && res.write('x'.repeat(65_536)));
      if (!res.destroyed) res.once('drain', flood)
    }
    flood()
  })
  const result = await post()
  expect(result).toMatchObject({ statusCode: 200, errorClass: null, responseTruncated: true })
  expect(result.responseBody).toHaveLength(16_384)
  expect(result.timings.total).toBeLessThan(ATTEMPT_MS_MAX)
})

test('oversized headers and a response that is not HTTP have the error invalid_response', async () => {
  receiver.behave(({ req }) => req.socket.write(`HTTP/1.1 200 OK\r\nx-large: ${'x'.repeat(200_000)}\r\n\r\n`))
  expect(await post()).toMatchObject({ statusCode: null, errorClass: 'invalid_response' })
  receiver.behave(({ req }) => req.socket.write('SMTP ready\r\n\r\n'))
  expect(await post()).toMatchObject({ statusCode: null, errorClass: 'invalid_response' })
})

test('an attempt that its caller aborts ends immediately', async () => {
  receiver.behave(neverAnswer)
  const caller = new AbortController()
  const attempt = sender.post({ url: receiver.url(), headers: {}, body: '{}', signal: caller.signal })
  caller.abort()
  expect(await attempt).toMatchObject({ statusCode: null, timings: { total: expect.any(Number) } })
})
