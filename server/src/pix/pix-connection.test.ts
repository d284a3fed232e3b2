import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import {
  createServer as createPlain,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { createServer, type Server } from 'node:https'
import { createServer as createTcp, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemClock } from '../kernel/clock.ts'
import { selfSigned } from '../testing/fakes/certificates.ts'
import { eventually } from '../testing/eventually.ts'
import { portOf } from '../testing/fakes/fake-pix-provider.ts'
import { httpCall, withDeadline, type HttpOutcome } from './http-call.ts'
import { makePixFetch, type ClosablePixFetch } from './pix-fetch.ts'

const BANK = selfSigned('localhost')
const OTHER = selfSigned('other.example')
const ANSWERED = { kind: 'answered', status: 200, text: '{"ok":true}' }

let folder: string
let server: Server
let port: number
let connections: ClosablePixFetch
/** The requests that reached the PSP. */
let requests: string[]
let handle: RequestListener

const reply = (_: IncomingMessage, res: ServerResponse): void => void res.end('{"ok":true}')

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pix-connection-'))
  writeFileSync(join(folder, 'ca.pem'), BANK.cert + OTHER.cert)
  requests = []
  handle = reply
  const bank = createSecureContext(BANK)
  server = createServer(
    { ...OTHER, SNICallback: (name, done) => done(null, name === 'localhost' ? bank : undefined) },
    (req, res) => {
      requests.push(`${req.method} ${req.url}`)
      req.resume().once('end', () => handle(req, res))
    },
  )
  await new Promise<void>((resolve) => {
    server.listen(0, resolve)
  })
  port = portOf(server.address())
  connect(join(folder, 'ca.pem'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await connections.close()
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

function connect(caFile: string | undefined): void {
  connections = makePixFetch({ certFile: undefined, keyFile: undefined, caFile })
}

const call = (host = 'localhost', timeoutMs = 10_000): Promise<HttpOutcome> =>
  withDeadline(systemClock, timeoutMs, (deadline) =>
    httpCall(
      connections.fetch,
      { method: 'PUT', url: `https://${host}:${port}/cob/1`, headers: {}, body: '{}' },
      deadline,
    ),
  )

test('the TLS client sends the host name of the URL as SNI', async () => {
  expect(await call()).toEqual(ANSWERED)
})

test('nothing is sent to a PSP whose certificate names another host', async () => {
  expect(await call('127.0.0.1')).toEqual({ kind: 'not_sent', fault: 'psp_certificate_refused' })
  expect(requests).toEqual([])
})

test('the certificate of the PSP is verified even with NODE_TLS_REJECT_UNAUTHORIZED=0', async () => {
  connect(undefined)
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  expect(await call()).toEqual({ kind: 'not_sent', fault: 'psp_certificate_refused' })
  expect(requests).toEqual([])
})

test('unsolicited 100 and 103 responses are ignored', async () => {
  handle = (req, res) => {
    res.writeContinue()
    res.writeEarlyHints({ link: '</a>; rel=preload' })
    res.writeContinue()
    reply(req, res)
  }
  expect(await call()).toEqual(ANSWERED)
  expect(await call()).toEqual(ANSWERED)
})

test('the outcome of a call is `lost` when the PSP sends an unsolicited 101', async () => {
  handle = ({ socket }) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n')
  expect(await call()).toEqual({ kind: 'lost' })
})

test('nothing is sent when the TLS handshake does not complete', async () => {
  const sockets: Socket[] = []
  const silent = createTcp((socket) => sockets.push(socket.on('error', () => undefined)))
  await new Promise<void>((resolve) => {
    silent.listen(0, resolve)
  })
  port = portOf(silent.address())
  expect(await call()).toEqual({ kind: 'not_sent' })
  for (const socket of sockets) socket.destroy()
  silent.close()
})

test('`close` waits for pending calls', async () => {
  const asked = Promise.withResolvers<() => void>()
  handle = (req, res) => asked.resolve(() => reply(req, res))
  const outcome = call()
  const answerIt = await asked.promise
  const closed = connections.close()
  answerIt()
  expect(await outcome).toEqual(ANSWERED)
  await closed
})

test('when no response arrives within the timeout, the outcome is `lost`, and the connection is closed', async () => {
  const asked = Promise.withResolvers<Socket>()
  handle = ({ socket }) => asked.resolve(socket)
  expect(await call('localhost', 300)).toEqual({ kind: 'lost' })
  const socket = await asked.promise
  await new Promise((resolve) => {
    if (socket.destroyed) resolve(undefined)
    else socket.once('close', resolve)
  })
  expect(requests).toEqual(['PUT /cob/1'])
})

test('140 concurrent calls to one host use 128 connections', async () => {
  let open = 0
  const waiting: ServerResponse[] = []
  // This server does not use TLS, because 128 simultaneous handshakes can exceed the connect timeout on a slow machine.
  const plain = createPlain((req, res) => void req.resume().once('end', () => waiting.push(res)))
  plain.on('connection', () => (open += 1))
  await new Promise<void>((resolve) => {
    plain.listen(0, '127.0.0.1', resolve)
  })
  const url = `http://127.0.0.1:${portOf(plain.address())}/cob/1`
  const calls = Array.from({ length: 140 }, () =>
    withDeadline(systemClock, 60_000, (deadline) =>
      httpCall(connections.fetch, { method: 'PUT', url, headers: {}, body: '{}' }, deadline),
    ),
  )
  await eventually(() => expect(waiting).toHaveLength(128))
  for (const res of waiting) res.end('{"ok":true}')
  await eventually(() => expect(waiting).toHaveLength(140))
  for (const res of waiting.slice(128)) res.end('{"ok":true}')
  for (const outcome of await Promise.all(calls)) expect(outcome).toEqual(ANSWERED)
  expect(open).toBe(128)
  plain.close()
})
