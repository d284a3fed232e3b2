import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChargeBody, anIdempotencyKey } from '../testing/fixtures/charges.ts'
import { World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

interface RawAnswer {
  status: number
  head: string
  text: string
}

/**
 * Sends the parts as raw bytes over a new connection. Returns everything that the server sends until the connection
 * closes.
 */
function raw(...parts: (string | Buffer)[]): Promise<RawAnswer> {
  const { hostname, port } = new URL(world.baseUrl)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    const chunks: Buffer[] = []
    const finish = () => {
      const [head = '', ...rest] = Buffer.concat(chunks).toString().split('\r\n\r\n')
      resolve({ status: Number(head.split(' ')[1] ?? 0), head: head.toLowerCase(), text: rest.join('') })
    }
    socket.setTimeout(60_000, () => socket.destroy(new Error('no response within 60 s')))
    socket.on('error', (error) => (chunks.length > 0 ? finish() : reject(error)))
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('close', finish)
    for (const part of parts) socket.write(part)
  })
}

const head = (method: string, path: string, ...headers: string[]) =>
  [
    `${method} ${path} HTTP/1.1`,
    'host: service.test',
    'connection: close',
    `authorization: Bearer ${world.key}`,
    ...headers,
    '',
    '',
  ].join('\r\n')
const create = (body: Buffer, ...headers: string[]) =>
  raw(
    head(
      'POST',
      '/v1/pix/charges',
      `idempotency-key: ${anIdempotencyKey()}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
      ...headers,
    ),
    body,
  )
const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
const inPieces = (pieces: string[]) =>
  raw(
    head(
      'POST',
      '/v1/pix/charges',
      `idempotency-key: ${anIdempotencyKey()}`,
      'content-type: application/json',
      'transfer-encoding: chunked',
    ),
    ...pieces.map(chunk),
    '0\r\n\r\n',
  )
const reasonOf = (answer: RawAnswer): unknown => JSON.parse(answer.text).error.details.reason

test('a client that sends a body of 8 MiB before it reads the response gets 413', async () => {
  const answer = await create(Buffer.alloc(8 * 1024 * 1024, 'x'))
  expect(answer.status).toBe(413)
  expect(JSON.parse(answer.text).error.code).toBe('payload_too_large')
})

test('a chunked body is accepted, and a chunked body above the limit gets 413', async () => {
  const json = JSON.stringify(aChargeBody())
  expect((await inPieces([json.slice(0, 7), json.slice(7)])).status).toBe(201)
  expect((await inPieces(Array<string>(70).fill('x'.repeat(1024)))).status).toBe(413)
})

test('a compressed body is refused with reason unsupported_media_type', async () => {
  const answer = await create(gzipSync(JSON.stringify(aChargeBody())), 'content-encoding: gzip')
  expect([answer.status, reasonOf(answer)]).toEqual([422, 'unsupported_media_type'])
})

test.each([
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
  ['an overlong encoding of a slash', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
])('a body with %s is refused as invalid_json', async (_, bytes) => {
  const answer = await create(bytes)
  expect([answer.status, reasonOf(answer)]).toEqual([422, 'invalid_json'])
})

test('a body of 64 KiB of nested brackets is refused with 422', async () => {
  const depth = 32 * 1024
  for (const text of ['['.repeat(2 * depth), '['.repeat(depth) + ']'.repeat(depth)]) {
    expect((await create(Buffer.from(text))).status).toBe(422)
  }
})

test('an invalid, repeated or contradictory Content-Length gets 400', async () => {
  for (const lengths of [
    ['content-length: x'],
    ['content-length: 2', 'content-length: 3'],
    ['content-length: 2', 'transfer-encoding: chunked'],
  ]) {
    expect((await raw(head('POST', '/v1/pix/charges', ...lengths), '{}')).status).toBe(400)
  }
})

test('a client that disconnects before its body is complete creates nothing, and the service continues to answer', async () => {
  const { hostname, port } = new URL(world.baseUrl)
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      const headers = ['content-type: application/json', 'content-length: 500']
      socket.write(head('POST', '/v1/pix/charges', ...headers) + '{"order_reference":"metade"', () => {
        socket.destroy()
        resolve()
      })
    })
  })
  expect((await world.rest.get('/v1/balance')).status).toBe(200)
  const found = await world.rest.get<{ items: object[] }>('/v1/pix/charges?order_reference=metade')
  expect(found.body.items).toEqual([])
})

test('the body of a GET is ignored, and a repeated Idempotency-Key header is refused', async () => {
  const read = await raw(head('GET', '/v1/balance', 'content-length: 9'), '{"x":[[[[')
  expect(read.status).toBe(200)
  const body = Buffer.from(JSON.stringify(aChargeBody()))
  const twice = await raw(
    head(
      'POST',
      '/v1/pix/charges',
      'idempotency-key: chave-uma-1',
      'idempotency-key: chave-duas-2',
      'content-type: application/json',
      `content-length: ${body.length}`,
    ),
    body,
  )
  expect(JSON.parse(twice.text).error.details.fields).toMatchObject([
    { path: 'Idempotency-Key', code: 'format' },
  ])
})

const errorOf = (answer: RawAnswer): unknown => JSON.parse(answer.text).error
const correlationOf = (answer: RawAnswer): string => /x-correlation-id: (\S+)/.exec(answer.head)?.[1] ?? ''

test.each([
  ['GET', '/%ff'],
  ['GET', '/v1/%'],
  ['GET', '/v1/pix/charges/'],
  ['GET', '/v1//pix/charges'],
  ['GET', '/v1/pix/charges/%00'],
  ['GET', '/v1/pix/charges/%ff'],
  ['GET', '/v1/pix/charges/%'],
  ['GET', '/docs/assets/%ff'],
  ['POST', '/network/%ff/pix'],
  ['GET', 'http://service.test/v1/balance'],
])('%s %s gets 404 in the common error format', async (method, path) => {
  const answer = await raw(head(method, path))
  expect(answer.status).toBe(404)
  const refusal = { code: 'not_found', message: expect.any(String), correlation_id: correlationOf(answer) }
  expect(errorOf(answer)).toMatchObject(refusal)
})

test.each([
  ['OPTIONS', '/v1/pix/charges', 'post, get'],
  ['PUT', '/v1/pix/charges', 'post, get'],
  ['POST', '/v1/openapi.json', 'get, head'],
  ['DELETE', '/docs', 'get, head'],
  ['POST', '/healthz', 'get, head'],
])('%s %s gets 405 with the allowed methods', async (method, path, allow) => {
  const answer = await raw(head(method, path))
  expect(answer.status).toBe(405)
  expect(answer.head).toContain(`\r\nallow: ${allow}\r\n`)
  expect(errorOf(answer)).toMatchObject({
    code: 'method_not_allowed',
    correlation_id: correlationOf(answer),
  })
})

test('a HEAD request for a route of the merchant API gets 405 without a body', async () => {
  const answer = await raw(head('HEAD', '/v1/balance'))
  expect([answer.status, answer.text]).toEqual([405, ''])
})
