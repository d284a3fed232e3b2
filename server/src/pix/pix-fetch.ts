import { readFileSync } from 'node:fs'
import { Agent as PlainAgent, request as requestPlainly, type ClientRequest } from 'node:http'
import { Agent as TlsAgent, request as requestOverTls } from 'node:https'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { awaitConnection, type AwaitConnection } from '../kernel/await-connection.ts'
import { systemClock } from '../kernel/clock.ts'
import { finalResponse } from '../kernel/final-response.ts'
import { invalidSettings } from '../kernel/settings/parse-variables.ts'
import type { PixFetch } from './http-call.ts'

/**
 * `maxSockets` is the maximum number of connections to each host. When all are in use, a further call waits for a
 * connection.
 */
const AGENT_OPTIONS = { keepAlive: true, maxSockets: 128, timeout: 4_000 }
/**
 * It is shorter than the adapter's timeout, so that a failure to connect is reported as `not_sent` and not as `lost`.
 */
const CONNECT_TIMEOUT_MS = 2_000

export interface PixFetchSettings {
  /**
   * The paths of PEM files; mTLS needs both a certificate and a key. `caFile` replaces the system's certificate
   * authorities.
   */
  certFile: string | undefined
  keyFile: string | undefined
  caFile: string | undefined
  /** PEM texts, which replace the files. */
  cert?: string | undefined
  key?: string | undefined
  ca?: string | undefined
}

/** A fetch that has its own connections. `close` waits for pending calls and closes the connections. */
export interface ClosablePixFetch {
  fetch: PixFetch
  close(): Promise<void>
}

/**
 * Creates the fetch for production, with keep-alive connections and the service's client certificate. It uses Node's
 * HTTP client, because undici fails on an unsolicited `100 Continue`.
 * @throws ConfigError when a file cannot be read, or only one of certificate and key is given.
 */
export function makePixFetch(settings: PixFetchSettings): ClosablePixFetch {
  if ((settings.certFile === undefined) !== (settings.keyFile === undefined)) {
    throw invalidSettings(['PIX_CERT_FILE and PIX_KEY_FILE must both be set or both be absent'])
  }
  const plain = new PlainPixAgent(AGENT_OPTIONS)
  const tls = new TlsPixAgent({
    ...AGENT_OPTIONS,
    // This is set explicitly, because the default is false under NODE_TLS_REJECT_UNAUTHORIZED=0.
    rejectUnauthorized: true,
    ...pem('cert', 'PIX_CERT_FILE', settings.certFile),
    ...pem('key', 'PIX_KEY_FILE', settings.keyFile),
    ...pem('ca', 'PIX_CA_FILE', settings.caFile),
    ...texts(settings),
  })
  const pending = new Set<ClientRequest>()
  return {
    async fetch(url, { method, headers, body, signal }) {
      const call = url.startsWith('https:')
        ? requestOverTls(url, { agent: tls, method, headers, signal })
        : requestPlainly(url, { agent: plain, method, headers, signal })
      pending.add(call)
      call.once('close', () => pending.delete(call))
      const answer = await finalResponse(call, body)
      return { status: answer.statusCode ?? 0, body: answer }
    },
    async close() {
      await Promise.all(Array.from(pending, closed))
      plain.destroy()
      tls.destroy()
    },
  }
}

const closed = (call: ClientRequest): Promise<void> =>
  new Promise((resolve) => {
    call.once('close', resolve)
  })

/** Reads a PEM file as an option of the TLS agent. `variable` is the name of the setting that contains the path. */
function pem(
  option: 'cert' | 'key' | 'ca',
  variable: string,
  file: string | undefined,
): Record<string, Buffer> {
  if (file === undefined) return {}
  try {
    return { [option]: readFileSync(file) }
  } catch {
    throw invalidSettings([`${variable}: ${file} cannot be read`])
  }
}

/** Returns the PEM texts of the settings as options of the TLS agent. */
function texts({ cert, key, ca }: PixFetchSettings): { cert?: string; key?: string; ca?: string } {
  return {
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(ca === undefined ? {} : { ca }),
  }
}

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
