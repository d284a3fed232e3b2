import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inboxCertificates } from '../../../simulator/inbox-certificates.ts'
import type { TlsFiles } from '../../../simulator/inbox-https.ts'
import { systemClock, type Clock } from '../../kernel/clock.ts'
import { systemIds } from '../../kernel/ids.ts'
import { portOf } from './fake-pix-provider.ts'

/** One request that a receiver got, with its body. */
export interface ReceivedCall {
  path: string
  headers: IncomingHttpHeaders
  body: string
  at: Date
  req: IncomingMessage
  res: ServerResponse
}

export type Receive = (call: ReceivedCall) => void

/** A merchant's HTTPS server on loopback. The test sets the behaviour of the server. */
export interface Receiver {
  /** `127.0.0.1:<port>`, in the format of WEBHOOK_ALLOW_PRIVATE. */
  host: string
  port: number
  /** Path of the certificate authority's certificate (PEM). */
  caFile: string
  tls: { cert: string | Buffer; key: string | Buffer }
  calls: ReceivedCall[]
  /** The largest number of concurrent requests, by path. */
  peakConcurrency: Map<string, number>
  /** Returns how many TLS connections the receiver has accepted. */
  connections(): number
  url(path?: string): string
  /** Sets how the receiver handles each request. */
  behave(receive: Receive): void
  /** Closes all connections, so that requests without an answer fail now instead of at their timeout. */
  dropConnections(): void
  close(): Promise<void>
}

export const answer =
  (status: number, headers: Record<string, string> = {}, body = 'ok'): Receive =>
  ({ res }) => {
    res.writeHead(status, headers).end(body)
  }

export const neverAnswer: Receive = () => undefined

const random = (): number => systemIds.bytes(4).readUInt32BE() / 2 ** 32

/**
 * The folder of the certificates that the receivers of this process share, because creating a key pair takes longer
 * than most tests.
 */
const certificates = mkdtempSync(join(tmpdir(), 'pix-receivers-'))
process.once('exit', () => rmSync(certificates, { recursive: true, force: true }))

interface ReceiverOptions {
  /** The clock for the dates of the certificates. With a clock in the past, the receiver's certificate has expired. */
  clock?: Clock
  /**
   * If true, the receiver has its own certificate authority, which issues its certificate. With `clock`, the receiver
   * always has its own authority.
   */
  hasOwnAuthority?: boolean
}

/** Creates a folder with certificates, by default with those of this process. */
function makeCertificates({ clock, hasOwnAuthority }: ReceiverOptions): { folder: string; tls: TlsFiles } {
  const folder = mkdtempSync(join(tmpdir(), 'pix-receiver-'))
  const issuing = { clock: clock ?? systemClock, random }
  if (clock || hasOwnAuthority) return { folder, tls: inboxCertificates(folder, issuing) }
  const tls = inboxCertificates(certificates, issuing)
  cpSync(certificates, folder, { recursive: true })
  return { folder, tls }
}

/** Starts a receiver on a free port. `receive` handles its requests until `behave` is called. */
export async function startReceiver(
  receive: Receive = answer(200),
  options: ReceiverOptions = {},
): Promise<Receiver> {
  const { folder, tls } = makeCertificates(options)
  const calls: ReceivedCall[] = []
  const concurrent = new Map<string, number>()
  const peakConcurrency = new Map<string, number>()
  const state = { receive, connections: 0 }
  const server = createServer(tls, (req, res) => {
    const chunks: Buffer[] = []
    const path = req.url ?? '/'
    const count = (concurrent.get(path) ?? 0) + 1
    concurrent.set(path, count)
    peakConcurrency.set(path, Math.max(count, peakConcurrency.get(path) ?? 0))
    res.on('close', () => concurrent.set(path, (concurrent.get(path) ?? 1) - 1))
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
    dropConnections: () => server.closeAllConnections(),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
      rmSync(folder, { recursive: true })
    },
  }
}
