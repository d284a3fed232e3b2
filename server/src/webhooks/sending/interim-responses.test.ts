import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import { eventually } from '../../testing/eventually.ts'
import {
  answer,
  neverAnswer,
  startReceiver,
  type Receive,
  type ReceivedCall,
  type Receiver,
} from '../../testing/fakes/webhook-receiver.ts'
import { makeWebhookSender } from './make-webhook-sender.ts'
import type { SendResult, WebhookSender } from './sender.ts'

let receiver: Receiver
let sender: WebhookSender
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())
beforeEach(async () => {
  await sender?.close()
  sender = makeWebhookSender({ allowPrivate: [receiver.host], caFiles: [receiver.caFile] })
  receiver.calls.length = 0
  receiver.behave(answer(200))
})
afterAll(() => sender.close())

const post = (): Promise<SendResult> => sender.post({ url: receiver.url(), headers: {}, body: '{}' })

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'
const EARLY_HINTS = 'HTTP/1.1 103 Early Hints\r\nlink: </style.css>; rel=preload\r\n\r\n'

/** A number of bytes that exceeds the socket buffers of both sides, but is far below what a client can read in 5 s. */
const NETWORK_BUFFERS_MAX = 20 * 1024 * 1024

/** Writes each interim response in a separate packet, and then the final response. */
const afterInterim = (interim: readonly string[], final: Receive): Receive => {
  const respond = async (call: ReceivedCall): Promise<void> => {
    for (const text of interim) {
      call.req.socket.write(text)
      await systemClock.sleep(5)
    }
    final(call)
  }
  return (call) => void respond(call)
}

test.each([
  ['100', [CONTINUE]],
  ['102', ['HTTP/1.1 102 Processing\r\n\r\n']],
  ['103', [EARLY_HINTS]],
  ['several 1xx', [CONTINUE, EARLY_HINTS, CONTINUE + EARLY_HINTS, 'HTTP/1.1 199 Unknown\r\n\r\n']],
])('an unsolicited %s is ignored, and the result contains the final response', async (_, interim) => {
  receiver.behave(afterInterim(interim, answer(202, { server: 'shop' }, 'thanks')))
  const before = receiver.connections()
  const result = await post()
  expect(result).toMatchObject({ statusCode: 202, errorClass: null, responseTruncated: false })
  expect(result.responseBody.toString()).toBe('thanks')
  expect(result.responseHeaders).toMatchObject({ server: 'shop' })
  expect(await post()).toMatchObject({ statusCode: 202 })
  expect(receiver.connections() - before).toBe(1)
})

test('when a 100 and the final response arrive in the same packet, the result contains the final response', async () => {
  receiver.behave((call) => {
    const { socket } = call.req
    socket.cork()
    socket.write(CONTINUE)
    answer(202)(call)
    socket.uncork()
  })
  expect(await post()).toMatchObject({ statusCode: 202, errorClass: null })
})

test('a 503 after a 100 has the error http_5xx', async () => {
  receiver.behave(afterInterim([CONTINUE], answer(503, { 'retry-after': '7' })))
  expect(await post()).toMatchObject({ errorClass: 'http_5xx', responseHeaders: { 'retry-after': '7' } })
})

test('an endless stream of 100 responses is not read completely and times out', async () => {
  const block = CONTINUE.repeat(1_000)
  let bytesRead = 0
  receiver.behave(({ req: { socket } }) => {
    const flood = (): void => {
      if (socket.destroyed) return
      socket.write(block, (error) => {
        if (!error) bytesRead += block.length
        setImmediate(flood)
      })
    }
    flood()
  })
  expect(await post()).toMatchObject({ statusCode: null, errorClass: 'timeout', errorDetail: 'response' })
  expect(bytesRead).toBeLessThan(NETWORK_BUFFERS_MAX)
})

test('an unsolicited 101 has the error invalid_response and closes the connection', async () => {
  const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n'
  receiver.behave(afterInterim([upgrade], neverAnswer))
  expect(await post()).toMatchObject({ statusCode: null, errorClass: 'invalid_response' })
  await eventually(() => expect(receiver.calls[0]?.req.socket.destroyed).toBe(true))
  receiver.behave(answer(200))
  expect(await post()).toMatchObject({ statusCode: 200 })
})

test.each([0, 20])(
  'a second response %i ms after the first is never matched to the next request',
  async (ms) => {
    const more = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'
    receiver.behave((call) => {
      answer(202)(call)
      void systemClock.sleep(ms).then(() => call.req.socket.write(more))
    })
    expect(await post()).toMatchObject({ statusCode: 202 })
    await eventually(() => expect(receiver.calls[0]?.req.socket.destroyed).toBe(true))
    receiver.behave(answer(204))
    expect(await post()).toMatchObject({ statusCode: 204 })
  },
)
