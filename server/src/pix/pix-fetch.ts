import { readFileSync } from 'node:fs'
import { Agent as PlainAgent, request as requestPlainly, type ClientRequest } from 'node:http'
import { Agent as TlsAgent, request as requestOverTls } from 'node:https'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { awaitConnection, type AwaitConnection } from '../kernel/database/await-connection.ts'
import { systemClock } from '../kernel/clock.ts'
import { finalResponse } from '../kernel/final-response.ts'
import type { PixFetch } from './http-call.ts'

/** `maxSockets` is for one host. Calls above it wait for a connection. */
const KEPT = { keepAlive: true, maxSockets: 128, timeout: 4_000 }
/** Well below the adapter's deadline: a host that does not even connect is certain to have done nothing. */
const CONNECT_TIMEOUT_MS = 2_000

export interface PixFetchSettings {
  /** PEM files. Certificate and key for mTLS come together; the authority replaces the system's. */
  certFile: string | undefined
  keyFile: string | undefined
  caFile: string | undefined
}

/** A fetch with connections of its own; `close` ends them once the calls under way are done. */
export interface ClosablePixFetch {
  fetch: PixFetch
  close(): Promise<void>
}

/**
 * The fetch of production: connections are kept and shared, and carry the service's certificate. Uses Node's client,
 * because undici fails on an unsolicited `100 Continue`.
 * @throws Error when a file cannot be read, or only one of certificate and key is given.
 */
export function makePixFetch(settings: PixFetchSettings): ClosablePixFetch {
  if ((settings.certFile === undefined) !== (settings.keyFile === undefined)) {
    throw new Error('PIX_CERT_FILE and PIX_KEY_FILE go together')
  }
  const plain = new PlainPixAgent(KEPT)
  const tls = new TlsPixAgent({
    ...KEPT,
    // Explicit, because the default is false under NODE_TLS_REJECT_UNAUTHORIZED=0.
    rejectUnauthorized: true,
    ...pem('cert', settings.certFile),
    ...pem('key', settings.keyFile),
    ...pem('ca', settings.caFile),
  })
  const underWay = new Set<ClientRequest>()
  return {
    // Faster than the global `fetch`; neither follows a redirect here.
    async fetch(url, { method, headers, body, signal }) {
      const call = url.startsWith('https:')
        ? requestOverTls(url, { agent: tls, method, headers, signal })
        : requestPlainly(url, { agent: plain, method, headers, signal })
      underWay.add(call)
      call.once('close', () => underWay.delete(call))
      const answer = await finalResponse(call, body)
      return { status: answer.statusCode ?? 0, body: answer }
    },
    async close() {
      await Promise.all(Array.from(underWay, closed))
      plain.destroy()
      tls.destroy()
    },
  }
}

const closed = (call: ClientRequest): Promise<void> =>
  new Promise((resolve) => {
    call.once('close', resolve)
  })

const pem = (option: 'cert' | 'key' | 'ca', file: string | undefined): Record<string, Buffer> =>
  file === undefined ? {} : { [option]: readFileSync(file) }

/** Limits how long a connection takes to open. */
class PlainPixAgent extends PlainAgent {
  override createConnection(options: object): Duplex {
    return inTime(super.createConnection(options), 'connect')
  }
}

class TlsPixAgent extends TlsAgent {
  override createConnection(options: object): Duplex {
    return inTime(super.createConnection(options), 'secureConnect')
  }
}

function inTime(socket: Duplex | null | undefined, event: AwaitConnection['event']): Socket {
  if (!(socket instanceof Socket)) throw new Error('BUG: the agent opened no socket')
  awaitConnection(socket, { event, clock: systemClock, timeoutMs: CONNECT_TIMEOUT_MS })
  return socket
}
