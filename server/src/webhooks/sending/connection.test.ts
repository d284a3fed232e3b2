import { createServer as createPlain } from 'node:http'
import { connect as connectTcp, createServer as createTcp, type Server, type Socket } from 'node:net'
import { createServer as createTls } from 'node:tls'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { plusMs, systemClock } from '../../kernel/clock.ts'
import { portOf } from '../../testing/fakes/fake-pix-provider.ts'
import { answer, startReceiver, type Receiver } from '../../testing/fakes/webhook-receiver.ts'
import { makeWebhookSender } from './make-webhook-sender.ts'
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

const post = (url = receiver.url(), by = sender): Promise<SendResult> =>
  by.post({
    url,
    headers: { 'content-type': 'application/json', 'x-svc-event-id': 'evt_1' },
    body: '{"é":1}',
  })

/**
 * Sends one POST with a new sender. The sender may connect only to `host`, or to the public addresses that `resolver`
 * returns.
 */
async function postTo(host: string, options: { resolver?: string[] } = {}): Promise<SendResult> {
  const resolver = options.resolver
  const own = makeWebhookSender({
    allowPrivate: resolver ? [] : [host],
    caFiles: [receiver.caFile],
    ...(resolver
      ? {
          resolver: async () =>
            resolver.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        }
      : {}),
  })
  try {
    return await post(`https://${host}/hook`, own)
  } finally {
    await own.close()
  }
}

async function withTcp<T>(behave: (socket: Socket) => void, work: (host: string) => Promise<T>): Promise<T> {
  const sockets = new Set<Socket>()
  const server: Server = createTcp((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    behave(socket)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  try {
    return await work(`127.0.0.1:${portOf(server.address())}`)
  } finally {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => {
      server.close(resolve)
    })
  }
}

test('a connection closed by the receiver has the error connection_reset, and a closed port has connection_refused', async () => {
  receiver.behave(({ req }) => req.socket.destroy())
  expect(await post()).toMatchObject({ statusCode: null, errorClass: 'connection_reset' })
  const closedPort = await withTcp(
    () => undefined,
    async (host) => host,
  )
  expect(await postTo(closedPort)).toMatchObject({ statusCode: null, errorClass: 'connection_refused' })
})

test('an attempt to a server that accepts TCP but never starts TLS times out after two seconds', async () => {
  const result = await withTcp(
    () => undefined,
    (host) => postTo(host),
  )
  expect(result).toMatchObject({ statusCode: null, errorClass: 'timeout', errorDetail: 'connect' })
  expect(result.timings.total).toBeGreaterThan(1_900)
})

test('a receiver with plain HTTP has the error tls_error, and a connection closed during the handshake has connection_reset', async () => {
  const plain = createPlain((_req, res) => res.end('ok'))
  await new Promise<void>((resolve) => {
    plain.listen(0, '127.0.0.1', resolve)
  })
  expect(await postTo(`127.0.0.1:${portOf(plain.address())}`)).toMatchObject({ errorClass: 'tls_error' })
  plain.close()
  const closing = await withTcp((socket) => socket.once('data', () => socket.destroy()), postTo)
  expect(closing).toMatchObject({ errorClass: 'connection_reset' })
})

test('a certificate of an unknown authority is refused, even with NODE_TLS_REJECT_UNAUTHORIZED=0', async () => {
  const untrusted = await startReceiver(answer(200), { hasOwnAuthority: true })
  expect(await postTo(untrusted.host)).toMatchObject({ statusCode: null, errorClass: 'tls_error' })
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  expect(await postTo(untrusted.host)).toMatchObject({ statusCode: null, errorClass: 'tls_error' })
  vi.unstubAllEnvs()
  expect(untrusted.calls).toEqual([])
  await untrusted.close()
})

test('the sender trusts the authorities of every CA file', async () => {
  const other = await startReceiver(answer(200), { hasOwnAuthority: true })
  const own = makeWebhookSender({
    allowPrivate: [receiver.host, other.host],
    caFiles: [other.caFile, receiver.caFile],
  })
  for (const one of [receiver, other]) {
    expect(await post(one.url(), own)).toMatchObject({ statusCode: 200 })
  }
  await own.close()
  await other.close()
})

test('a receiver that supports only TLS 1.1 or older is refused', async () => {
  const old = createTls(
    { ...receiver.tls, maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' },
    (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'),
  )
  old.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => {
    old.listen(0, '127.0.0.1', resolve)
  })
  expect(await postTo(`127.0.0.1:${portOf(old.address())}`)).toMatchObject({ errorClass: 'tls_error' })
  old.close()
})

test('an expired certificate is refused', async () => {
  const longAgo = { ...systemClock, now: () => plusMs(systemClock.now(), -800 * 86_400_000) }
  const old = await startReceiver(answer(200), { clock: longAgo })
  const own = makeWebhookSender({ allowPrivate: [old.host], caFiles: [old.caFile] })
  expect(await post(old.url(), own)).toMatchObject({
    errorClass: 'tls_error',
    errorDetail: 'CERT_HAS_EXPIRED',
  })
  expect(old.calls).toEqual([])
  await own.close()
  await old.close()
})

test('a certificate for another host name is refused', async () => {
  const own = makeWebhookSender({
    allowPrivate: [`shop.example:${receiver.port}`],
    caFiles: [receiver.caFile],
    resolver: async () => [{ address: '127.0.0.1', family: 4 }],
  })
  const result = await post(`https://shop.example:${receiver.port}/hook`, own)
  expect(result).toMatchObject({ errorClass: 'tls_error', errorDetail: 'ERR_TLS_CERT_ALTNAME_INVALID' })
  expect(receiver.calls).toEqual([])
  await own.close()
})

test('an attempt has DNS, TCP and TLS timings even without a response, except on a reused connection', async () => {
  const forwardSlowly = async (socket: Socket): Promise<void> => {
    await systemClock.sleep(300)
    const inner = connectTcp(receiver.port, '127.0.0.1')
    socket.pipe(inner).pipe(socket)
    for (const one of [socket, inner]) one.on('error', () => undefined)
  }
  const slow = createTcp((socket) => void forwardSlowly(socket))
  await new Promise<void>((resolve) => {
    slow.listen(0, '127.0.0.1', resolve)
  })
  const host = `localhost:${portOf(slow.address())}`
  const own = makeWebhookSender({
    allowPrivate: [host],
    caFiles: [receiver.caFile],
    resolver: async () => {
      await systemClock.sleep(200)
      return [{ address: '127.0.0.1', family: 4 }]
    },
  })
  const { timings } = await post(`https://${host}/hook`, own)
  const { dns = 0, connect = 0, tls = 0, firstByte = 0, total } = timings
  expect(dns).toBeGreaterThan(190)
  expect(tls).toBeGreaterThan(290)
  expect(dns + connect + tls).toBeLessThanOrEqual(firstByte)
  expect(firstByte).toBeLessThanOrEqual(total)
  const reused = await post(`https://${host}/hook`, own)
  expect(Object.keys(reused.timings)).toEqual(['firstByte', 'total'])
  receiver.behave(({ req }) => req.socket.destroy())
  expect(await post(`https://${host}/hook`, own)).toMatchObject({
    errorClass: 'connection_reset',
    remoteIp: '127.0.0.1',
    timings: { dns: expect.any(Number), connect: expect.any(Number), tls: expect.any(Number) },
  })
  await own.close()
  slow.close()
})

test('a name that resolves to a private address is blocked, and the result does not contain the address', async () => {
  for (const addresses of [['127.0.0.1'], ['93.184.216.34', '127.0.0.1'], ['::ffff:127.0.0.1'], ['::1']]) {
    const result = await postTo(`shop.example:${receiver.port}`, { resolver: addresses })
    expect(result).toMatchObject({ statusCode: null, errorClass: 'ssrf_blocked', remoteIp: null })
    expect(JSON.stringify(result)).not.toContain('127.0.0.1')
  }
  expect(receiver.calls).toEqual([])
})

test('a private address in the URL is blocked at the attempt', async () => {
  const own = makeWebhookSender({ allowPrivate: [], caFiles: [receiver.caFile] })
  for (const host of [receiver.host, `[::ffff:7f00:1]:${receiver.port}`, `localhost:${receiver.port}`]) {
    expect(await post(`https://${host}/hook`, own)).toMatchObject({ errorClass: 'ssrf_blocked' })
  }
  expect(receiver.calls).toEqual([])
  await own.close()
})

test('an attempt to a host name without an address has the error dns_error', async () => {
  expect(await postTo('shop.example:443', { resolver: [] })).toMatchObject({ errorClass: 'dns_error' })
})

test('consecutive attempts reuse a connection, and a new connection replaces one that the receiver has closed', async () => {
  const own = makeWebhookSender({ allowPrivate: [receiver.host], caFiles: [receiver.caFile] })
  const before = receiver.connections()
  for (let n = 0; n < 3; n++) await post(receiver.url(), own)
  expect(receiver.connections() - before).toBe(1)
  const [call] = receiver.calls
  receiver.behave((next) => {
    if (next.req.socket === call?.req.socket) next.req.socket.destroy()
    else answer(200)(next)
  })
  expect(await post(receiver.url(), own)).toMatchObject({ statusCode: 200, errorClass: null })
  expect(receiver.connections() - before).toBe(2)
  await own.close()
})
