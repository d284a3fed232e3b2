import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inboxCertificates } from '../../../simulator/inbox-certificates.ts'
import { systemClock, type Clock } from '../../kernel/clock.ts'
import { systemIds } from '../../kernel/ids.ts'
import { portOf } from './fake-pix-provider.ts'

/** One request that reached a receiver, its body read. */
export interface ReceivedCall {
  path: string
  headers: IncomingHttpHeaders
  body: string
  at: Date
  req: IncomingMessage
  res: ServerResponse
}

export type Receive = (call: ReceivedCall) => void

/** A merchant's HTTPS server on loopback, with a certificate of its own authority, that does whatever a test says. */
export interface Receiver {
  /** `127.0.0.1:<port>`, as WEBHOOK_ALLOW_PRIVATE takes it. */
  host: string
  port: number
  /** The authority to trust. */
  caFile: string
  /** Its certificate and key. */
  tls: { cert: string | Buffer; key: string | Buffer }
  calls: ReceivedCall[]
  /** The most requests that were under way at once, by path. */
  peakConcurrency: Map<string, number>
  /** How many connections it has taken. */
  connections(): number
  url(path?: string): string
  /** What it does from now on with each request. */
  behave(receive: Receive): void
  close(): Promise<void>
}

export const answer =
  (status: number, headers: Record<string, string> = {}, body = 'ok'): Receive =>
  ({ res }) => {
    res.writeHead(status, headers).end(body)
  }

export const neverAnswer: Receive = () => undefined

/** `clock` dates the certificate: one of long ago has expired. */
export async function startReceiver(
  receive: Receive = answer(200),
  { clock = systemClock }: { clock?: Clock } = {},
): Promise<Receiver> {
  const folder = mkdtempSync(join(tmpdir(), 'pix-receiver-'))
  const tls = inboxCertificates(folder, { clock, random: () => systemIds.bytes(4).readUInt32BE() / 2 ** 32 })
  const calls: ReceivedCall[] = []
  const atOnce = new Map<string, number>()
  const peakConcurrency = new Map<string, number>()
  const state = { receive, connections: 0 }
  const server = createServer(tls, (req, res) => {
    const chunks: Buffer[] = []
    const path = req.url ?? '/'
    const count = (atOnce.get(path) ?? 0) + 1
    atOnce.set(path, count)
    peakConcurrency.set(path, Math.max(count, peakConcurrency.get(path) ?? 0))
    res.on('close', () => atOnce.set(path, (atOnce.get(path) ?? 1) - 1))
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      const call = { path, headers: req.headers, body, at: systemClock.now(), req, res }
      calls.push(call)
      state.receive(call)
    })
  })
  server.on('secureConnection', () => (state.connections += 1))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const port = portOf(server.address())
  return {
    host: `127.0.0.1:${port}`,
    port,
    caFile: join(folder, 'inbox-ca.pem'),
    tls,
    calls,
    peakConcurrency,
    connections: () => state.connections,
    url: (path = '/hook') => `https://127.0.0.1:${port}${path}`,
    behave: (next) => void (state.receive = next),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
      rmSync(folder, { recursive: true })
    },
  }
}
