import { Agent, request } from 'undici'
import type { Deliver } from './callbacks.ts'

const ANSWER_MAX_MS = 10_000
const CONNECTIONS_MAX = 64
const BODY_MAX_BYTES = 65_536

/** The TLS material for callbacks, as PEM texts. */
export interface CallbackTls {
  /**
   * The client certificate of the network and its key. If both are absent, the network presents no client certificate
   * with callbacks.
   */
  cert?: string | undefined
  key?: string | undefined
  /** The authorities of the receiver's certificate. The default is the authorities of the system. */
  ca?: string | undefined
}

/**
 * Sends callbacks over HTTP and HTTPS with a connection pool. A call with `withoutCertificate` has a connection of its
 * own, without the client certificate. `close` aborts callbacks in flight.
 */
export function deliverOverHttp({ ca, ...certificate }: CallbackTls = {}): {
  deliver: Deliver
  close(): Promise<void>
} {
  const own = openAgent({ ca, ...certificate })
  const anonymous = openAgent({ ca })
  return {
    async deliver(url, body, { withoutCertificate = false } = {}) {
      const dispatcher = withoutCertificate ? anonymous : own
      const headers = { 'content-type': 'application/json', 'user-agent': 'Pix-Simulator/1' }
      const answer = await request(url, { method: 'POST', headers, body, dispatcher })
      await answer.body.dump({ limit: BODY_MAX_BYTES })
      return { status: answer.statusCode }
    },
    async close() {
      await Promise.all([own.destroy(), anonymous.destroy()])
    },
  }
}

const openAgent = (tls: CallbackTls): Agent =>
  new Agent({
    connections: CONNECTIONS_MAX,
    headersTimeout: ANSWER_MAX_MS,
    bodyTimeout: ANSWER_MAX_MS,
    connect: { timeout: ANSWER_MAX_MS, ...tls },
  })
