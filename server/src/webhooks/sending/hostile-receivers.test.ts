import { afterAll, beforeAll, expect, test } from 'vitest'
import { plusMs, systemClock } from '../../kernel/clock.ts'
import { measureMemoryBytes, MIB } from '../../testing/suites/memory.ts'
import { answer, startReceiver, type Receive, type Receiver } from '../../testing/fakes/webhook-receiver.ts'
import { makeWebhookSender } from './make-webhook-sender.ts'
import type { ErrorClass } from './error-class.ts'
import type { WebhookSender } from './sender.ts'

/**
 * The allowed growth of memory, in bytes. Client and server share this process. The growth is enough for their
 * connections and buffers, but not for a body of 100 MB.
 */
const GROWTH_MIB_MAX = 24
const SAMPLE_MS = 250
const YEAR_MS = 365 * 86_400_000

let receiver: Receiver
let expired: Receiver
let sender: WebhookSender
beforeAll(async () => {
  receiver = await startReceiver()
  const longAgo = { ...systemClock, now: () => plusMs(systemClock.now(), -20 * YEAR_MS) }
  expired = await startReceiver(answer(200), { clock: longAgo })
  sender = makeWebhookSender({ allowPrivate: [receiver.host, expired.host], caFiles: [receiver.caFile] })
})
afterAll(async () => {
  await sender.close()
  await receiver.close()
  await expired.close()
})

/** Writes `text` repeatedly: every `everyMs`, or as fast as the client reads. */
const stream =
  (head: string, text: string, everyMs = 0): Receive =>
  ({ req: { socket } }) => {
    const more = (): void => {
      if (socket.destroyed) return
      if (everyMs > 0) socket.write(text, () => void systemClock.sleep(everyMs).then(more))
      else if (socket.write(text)) setImmediate(more)
      else socket.once('drain', more)
    }
    socket.write(head, more)
  }

interface Behaviour {
  receive: Receive
  /** Null if a 2xx status arrived in time, even if the body is never complete. */
  errorClass: ErrorClass | null
}

const BEHAVIOURS: Record<string, Behaviour> = {
  '/answers-100-mb': {
    receive: stream(`HTTP/1.1 200 OK\r\ncontent-length: ${100 * MIB}\r\n\r\n`, 'x'.repeat(65_536)),
    errorClass: null,
  },
  '/fails-with-100-mb': {
    receive: stream(`HTTP/1.1 500 Error\r\ncontent-length: ${100 * MIB}\r\n\r\n`, 'x'.repeat(65_536)),
    errorClass: 'http_5xx',
  },
  '/drips-its-headers': {
    receive: stream('HTTP/1.1 200 OK\r\n', 'x-drip: 1\r\n', 100),
    errorClass: 'timeout',
  },
  '/stalls-after-its-headers': {
    receive: ({ res }) => res.writeHead(500, { 'content-length': '10' }).flushHeaders(),
    errorClass: 'http_5xx',
  },
  '/floods-with-1xx': {
    receive: stream('', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(50), 20),
    errorClass: 'timeout',
  },
  '/has-64-kib-of-headers': {
    receive: ({ req }) => void req.socket.write(`HTTP/1.1 200 OK\r\nx-large: ${'x'.repeat(65_536)}\r\n\r\n`),
    errorClass: 'invalid_response',
  },
  '/resets': { receive: ({ req }) => void req.socket.destroy(), errorClass: 'connection_reset' },
}

const PATHS = Object.keys(BEHAVIOURS)

/**
 * Starts all behaviours only when all requests have arrived, so that no receiver delays requests to the other
 * receivers.
 */
function behaveTogether(): void {
  const waiting: (() => void)[] = []
  receiver.behave((call) => {
    waiting.push(() => BEHAVIOURS[call.path]?.receive(call))
    if (waiting.length === PATHS.length) for (const begin of waiting) begin()
  })
}

const post = async (url: string) => (await sender.post({ url, headers: {}, body: '{}' })).errorClass

test('each hostile response gets its error class, and memory use stays bounded', async () => {
  expect(await post(receiver.url())).toBe(null)
  behaveTogether()
  const before = measureMemoryBytes()
  let most = before
  const attempts = Promise.all([...PATHS.map((path) => post(receiver.url(path))), post(expired.url())])
  const finished = new AbortController()
  void attempts.then(() => finished.abort())
  while (!finished.signal.aborted) {
    await systemClock.sleep(SAMPLE_MS)
    most = Math.max(most, measureMemoryBytes())
  }
  expect(await attempts).toEqual([...PATHS.map((path) => BEHAVIOURS[path]?.errorClass), 'tls_error'])
  expect((most - before) / MIB).toBeLessThan(GROWTH_MIB_MAX)
})
