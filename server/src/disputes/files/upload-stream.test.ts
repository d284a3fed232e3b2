import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeLog } from '../../kernel/log.ts'
import { usedConnections } from '../../kernel/pool/bound-pool.ts'
import { eventually } from '../../testing/eventually.ts'
import { aPaidCharge, anIdempotencyKey } from '../../testing/fixtures/charges.ts'
import { aDispute } from '../../testing/fixtures/disputes.ts'
import { aPdf, aPdfOf, sendFile } from '../../testing/fixtures/files.ts'
import { World } from '../../testing/world.ts'
import { FILE_BYTES_MAX } from '../file-limits.ts'

let world: World
let caseId: string
beforeAll(async () => {
  world = await World.start({ log: makeLog('silent') })
  caseId = (await aDispute(world, await aPaidCharge(world))).caseId
})
afterAll(() => world.stop())

/** Opens a connection and sends the request line and headers of an upload. */
async function beginUpload(...headers: string[]): Promise<Socket> {
  const { hostname, port } = new URL(world.baseUrl)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  const head = [
    `POST /v1/disputes/${caseId}/files HTTP/1.1`,
    'host: service.test',
    'connection: close',
    `authorization: Bearer ${world.key}`,
    `idempotency-key: ${anIdempotencyKey()}`,
    'content-type: application/pdf',
    ...headers,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  return socket
}

/** Returns the whole response as text. */
function responseOf(socket: Socket): Promise<string> {
  const parts: Buffer[] = []
  return new Promise((resolve) => {
    socket.on('data', (part) => parts.push(part))
    socket.on('close', () => resolve(Buffer.concat(parts).toString()))
  })
}

/** Waits until the process is running this many uploads. */
const untilRunning = (count: number): Promise<void> =>
  eventually(async () => expect(world.kit.uploads.running).toBe(count))

test('a chunked upload is accepted, and a chunked upload above 10 MiB gets 413', async () => {
  for (const [bytes, status] of [
    [aPdfOf(200_000), 201],
    [aPdfOf(FILE_BYTES_MAX + 1), 413],
  ] as const) {
    const socket = await beginUpload('transfer-encoding: chunked')
    const response = responseOf(socket)
    for (let at = 0; at < bytes.length; at += 100_000) {
      const part = bytes.subarray(at, at + 100_000)
      socket.write(`${part.length.toString(16)}\r\n`)
      socket.write(part)
      socket.write('\r\n')
    }
    socket.write('0\r\n\r\n')
    expect(await response).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  }
})

test('an upload with invalid headers is refused before its body arrives', async () => {
  for (const [header, status] of [
    ['content-encoding: gzip', 422],
    ['idempotency-key: x', 422],
  ] as const) {
    const socket = await beginUpload(header, 'content-length: 1000000')
    const answer = await new Promise<Buffer>((resolve) => socket.once('data', resolve))
    expect(answer.toString()).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    socket.destroy()
  }
})

test('a slow upload uses no database connection while its body arrives, and other requests are answered', async () => {
  const bytes = aPdf('lento')
  const socket = await beginUpload(`content-length: ${bytes.length}`)
  socket.write(bytes.subarray(0, 100))
  await untilRunning(1)
  expect(usedConnections(world.kit.database.poolState())).toBe(0)
  expect((await sendFile(world.rest, caseId)).status).toBe(201)
  expect((await world.rest.get('/v1/balance')).status).toBe(200)
  const response = responseOf(socket)
  socket.write(bytes.subarray(100))
  expect(await response).toMatch(/^HTTP\/1.1 201 /)
  expect(world.kit.uploads.running).toBe(0)
})

test('when a client disconnects during its upload, the upload slot becomes free and nothing is stored', async () => {
  const before = (await world.rest.get<{ items: object[] }>(`/v1/disputes/${caseId}/files`)).body.items
  const sockets = [await beginUpload('content-length: 5000'), await beginUpload('content-length: 5000')]
  for (const socket of sockets) socket.write(aPdf())
  await untilRunning(2)
  expect((await sendFile(world.rest, caseId)).status).toBe(503)
  for (const socket of sockets) socket.destroy()
  await untilRunning(0)
  const after = await world.rest.get<{ items: object[] }>(`/v1/disputes/${caseId}/files`)
  expect(after.body.items).toEqual(before)
})
