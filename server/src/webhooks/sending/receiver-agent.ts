import type { Duplex } from 'node:stream'
import { Agent } from 'node:https'
import type { LookupFunction } from 'node:net'
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls'
import { awaitConnection } from '../../kernel/await-connection.ts'
import type { Clock } from '../../kernel/clock.ts'
import { literalOf } from './public-url.ts'

/** The time limit for DNS, TCP and TLS together, in milliseconds. */
export const CONNECT_MS_MAX = 2_000

/** An idle connection closes after this time, in milliseconds. */
const IDLE_MS_MAX = 3_000
const HTTPS_PORT = 443

/** The options of a new connection, and callbacks about its progress. */
export interface Opening {
  url: URL
  clock: Clock
  lookup: LookupFunction
  secureContext: SecureContext
  /** Called when TCP is connected. */
  connected: (socket: TLSSocket) => void
  /** Called when TLS is established and the certificate is verified. */
  secured: () => void
  /** Called when an established connection has closed. */
  closed: () => void
}

/**
 * An HTTP agent with only one connection. The agent uses Node's HTTP client, which ignores interim responses as RFC
 * 9110 (15.2) requires. undici fails on an unsolicited 100.
 */
export class ReceiverAgent extends Agent {
  readonly #opening: Opening
  #socket: TLSSocket | undefined

  constructor(opening: Opening) {
    super({ keepAlive: true, maxSockets: 1, timeout: IDLE_MS_MAX })
    this.#opening = opening
  }

  /** Whether the connection is open and no request uses it. */
  get idle(): boolean {
    return Object.keys(this.freeSockets).length > 0 && this.#socket?.destroyed === false
  }

  override createConnection(_: object, done?: Created): undefined {
    this.#socket = connect(this.#opening, (error, socket) => {
      if (!error) socket.once('close', this.#opening.closed)
      done?.(error, socket)
    })
  }

  /** Closes the connection, even while it is being opened. */
  override destroy(): void {
    this.#socket?.destroy(new Error('the webhook sender closed the connection'))
    super.destroy()
  }
}

type Created = (error: Error | null, socket: Duplex) => void

/** Opens a TLS connection within `CONNECT_MS_MAX` and verifies the certificate. */
function connect(opening: Opening, done: Created): TLSSocket {
  const { url, clock, lookup, secureContext, connected, secured } = opening
  const literal = literalOf(url.hostname)
  const socket = connectTls({
    host: literal ?? url.hostname,
    port: Number(url.port || HTTPS_PORT),
    // Set SNI, because tls.connect sends none by default. RFC 6066 allows only host names in SNI.
    ...(literal === undefined ? { servername: url.hostname } : {}),
    ALPNProtocols: ['http/1.1'],
    secureContext,
    lookup,
    // `rejectUnauthorized` is set explicitly, because with NODE_TLS_REJECT_UNAUTHORIZED=0 the default is false.
    rejectUnauthorized: true,
  })
  socket.setNoDelay(true)
  socket.once('connect', () => connected(socket))
  awaitConnection(socket, { event: 'secureConnect', clock, timeoutMs: CONNECT_MS_MAX }, (error) => {
    if (!error) secured()
    done(error, socket)
  })
  return socket
}
