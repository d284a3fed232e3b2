import { Agent as PlainAgent, request as requestPlainly, type ClientRequest } from 'node:http'
import { Agent as TlsAgent, request as requestOverTls } from 'node:https'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { awaitConnection, type AwaitConnection } from '../kernel/await-connection.ts'
import { systemClock } from '../kernel/clock.ts'
import { finalResponse } from '../kernel/final-response.ts'
import { readTlsFiles, type TlsFiles, type TlsMaterial } from './credentials/tls-material.ts'
import type { PixFetch } from './http-call.ts'

/**
 * `maxSockets` is the maximum number of connections to each host. When all are in use, a further call waits for a
 * connection.
 */
const AGENT_OPTIONS = { keepAlive: true, maxSockets: 128, timeout: 4_000 }
/**
 * The connect timeout in milliseconds. This timeout is shorter than the adapter's timeout, so that a failure to connect
 * is reported as `not_sent` and not as `lost`.
 */
const CONNECT_TIMEOUT_MS = 2_000

/** A fetch that has its own connections. `close` waits until no call is pending and closes the connections. */
export interface ClosablePixFetch {
  fetch: PixFetch
  close(): Promise<void>
}

/**
 * Creates the fetch for production with the certificates in the files, which are read once.
 * @throws ConfigError when a file cannot be read, or only one of certificate and key is given.
 */
export function makePixFetch(files: TlsFiles): ClosablePixFetch {
  const material = readTlsFiles(files)
  return makeRotatingFetch(() => material)
}

/**
 * Creates a fetch with keep-alive connections that presents the service's client certificate. `current` returns the
 * material for new connections. When `current` returns another object than before, pending calls continue on their
 * connections, and idle connections with the earlier material are closed. The fetch uses Node's HTTP client, because
 * undici fails on an unsolicited `100 Continue`.
 */
export function makeRotatingFetch(current: () => TlsMaterial): ClosablePixFetch {
  const plain = new PlainPixAgent(AGENT_OPTIONS)
  let used = current()
  let tls = tlsAgent(used)
  const draining = new Set<TlsAgent>()
  const pending = new Set<ClientRequest>()

  function agentNow(): TlsAgent {
    const material = current()
    if (material === used) return tls
    const next = tlsAgent(material)
    drain(tls)
    draining.add(tls)
    for (const agent of draining) if (isIdle(agent)) draining.delete(agent)
    used = material
    tls = next
    return tls
  }

  return {
    async fetch(url, { method, headers, body, signal }) {
      const call = url.startsWith('https:')
        ? requestOverTls(url, { agent: agentNow(), method, headers, signal })
        : requestPlainly(url, { agent: plain, method, headers, signal })
      pending.add(call)
      call.once('close', () => pending.delete(call))
      const answer = await finalResponse(call, body).catch((error: unknown) => {
        throw call.reusedSocket ? withoutProof(error) : error
      })
      return { status: answer.statusCode ?? 0, body: answer }
    },
    async close() {
      while (pending.size > 0) await Promise.all(Array.from(pending, closed))
      for (const agent of [plain, tls, ...draining]) agent.destroy()
    },
  }
}

/**
 * Returns an error without the code of `error`. On a connection that has carried a call, a TLS alert does not prove
 * that the PSP discarded the request.
 */
const withoutProof = (error: unknown): Error => new Error(`an open connection failed: ${String(error)}`)

const tlsAgent = (material: TlsMaterial): TlsAgent =>
  // `rejectUnauthorized` is set explicitly, because the default is false under NODE_TLS_REJECT_UNAUTHORIZED=0.
  new TlsPixAgent({ ...AGENT_OPTIONS, rejectUnauthorized: true, ...material })

/** Closes the idle connections of an agent now, and each other connection after its call. */
function drain(agent: TlsAgent): void {
  agent.maxFreeSockets = 0
  for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy()
}

const isIdle = ({ sockets, requests }: TlsAgent): boolean =>
  Object.keys(sockets).length === 0 && Object.keys(requests).length === 0

const closed = (call: ClientRequest): Promise<void> =>
  new Promise((resolve) => {
    call.once('close', resolve)
  })

/** An HTTP agent that limits how long a connection takes to open. */
class PlainPixAgent extends PlainAgent {
  override createConnection(options: object): Duplex {
    return limitConnectTime(super.createConnection(options), 'connect')
  }
}

class TlsPixAgent extends TlsAgent {
  override createConnection(options: object): Duplex {
    return limitConnectTime(super.createConnection(options), 'secureConnect')
  }
}

function limitConnectTime(socket: Duplex | null | undefined, event: AwaitConnection['event']): Socket {
  if (!(socket instanceof Socket)) throw new Error('BUG: the HTTP agent did not return a socket')
  awaitConnection(socket, { event, clock: systemClock, timeoutMs: CONNECT_TIMEOUT_MS })
  return socket
}
