import { readFileSync } from 'node:fs'
import { isIP, type LookupFunction } from 'node:net'
import {
  connect as connectTls,
  createSecureContext,
  rootCertificates,
  type SecureContext,
  type TLSSocket,
} from 'node:tls'
import { Client, type buildConnector } from 'undici'
import { DONE, plusMs, type Clock } from '../kernel/clock.ts'
import type { AddressGuard } from './address-guard.ts'
import type { SendTimings } from './sender.ts'

/** One connection to a receiver, used by one attempt at a time. */
export interface Connection {
  client: Client
  origin: string
  openedAt: Date
  /** How many attempts it has served before this one. */
  served: number
  remoteIp: string | null
  /** What opening it took; empty when it was open already. */
  opening: Pick<SendTimings, OpeningPart>
}

type OpeningPart = 'dns' | 'connect' | 'tls'

/** Lends connections to attempts. One that served well is kept a moment for the next attempt to the same receiver. */
export interface Connections {
  take(url: URL, options?: { fresh?: boolean }): Connection
  /** `reusable`: the answer was read to its end, so that another may follow on the same connection. */
  giveBack(connection: Connection, reusable: boolean): void
  close(): Promise<void>
}

/** Name, TCP and TLS together. */
export const CONNECT_MS_MAX = 2_000

const HTTPS_PORT = 443
const KEPT_MAX = 256
const KEPT_IDLE_MS = 3_000
const AGE_MS_MAX = 60_000

export interface ConnectionOptions {
  clock: Clock
  guard: AddressGuard
  caFile: string | undefined
}

export function makeConnections({ clock, guard, caFile }: ConnectionOptions): Connections {
  const secureContext = makeSecureContext(caFile)
  const kept = new Map<string, Connection[]>()
  let keptCount = 0

  const forget = (connection: Connection): boolean => {
    const list = kept.get(connection.origin) ?? []
    const at = list.indexOf(connection)
    if (at < 0) return false
    list.splice(at, 1)
    keptCount -= 1
    if (list.length === 0) kept.delete(connection.origin)
    return true
  }
  const end = (connection: Connection): void => {
    void connection.client.destroy().catch(() => undefined)
  }
  const open = (url: URL): Connection => {
    const connection = openConnection(url, { clock, lookup: guard.lookup(url), secureContext })
    connection.client.on('disconnect', () => {
      if (forget(connection)) end(connection)
    })
    return connection
  }

  return {
    take(url, { fresh = false } = {}) {
      const connection = fresh ? undefined : kept.get(url.origin)?.at(-1)
      if (!connection) return open(url)
      forget(connection)
      return Object.assign(connection, { opening: {} })
    },
    giveBack(connection, reusable) {
      const isYoung = plusMs(connection.openedAt, AGE_MS_MAX) > clock.now()
      if (!reusable || !isYoung || keptCount >= KEPT_MAX || connection.client.destroyed)
        return end(connection)
      connection.served += 1
      keptCount += 1
      kept.set(connection.origin, [...(kept.get(connection.origin) ?? []), connection])
    },
    async close() {
      const all = Array.from(kept.values()).flat()
      kept.clear()
      keptCount = 0
      await Promise.all(all.map((connection) => connection.client.destroy()))
    },
  }
}

/** Thrown inside a connect that took longer than it may. */
export class ConnectTimeout extends Error {
  override readonly name = 'ConnectTimeout'
}

interface Opening {
  clock: Clock
  lookup: LookupFunction
  secureContext: SecureContext
}

interface TimedOpening extends Opening {
  connected: (socket: TLSSocket) => void
  secured: () => void
}

function openConnection(url: URL, opening: Opening): Connection {
  const { clock } = opening
  const connection: Connection = {
    client: new Client(url.origin, {
      connect(target, done) {
        connect(target, timed(connection, opening), done)
      },
      pipelining: 1,
      keepAliveTimeout: KEPT_IDLE_MS,
      keepAliveMaxTimeout: KEPT_IDLE_MS,
      headersTimeout: 0,
      bodyTimeout: 0,
    }),
    origin: url.origin,
    openedAt: clock.now(),
    served: 0,
    remoteIp: null,
    opening: {},
  }
  return connection
}

/** Tells the connection how long each part of its opening took, and with whom it speaks. */
function timed(connection: Connection, opening: Opening): TimedOpening {
  let partBeganAt = opening.clock.now()
  const reached = (part: OpeningPart): void => {
    const now = opening.clock.now()
    connection.opening[part] = now.getTime() - partBeganAt.getTime()
    partBeganAt = now
  }
  return {
    ...opening,
    lookup: (hostname, options, answer) =>
      opening.lookup(hostname, options, (...found) => {
        reached('dns')
        answer(...found)
      }),
    connected: (socket) => {
      connection.remoteIp = socket.remoteAddress ?? null
      reached('connect')
    },
    secured: () => reached('tls'),
  }
}

/** A verified TLS connection within its time; whatever becomes of it, no half-open socket stays behind. */
function connect(
  { hostname, port }: buildConnector.Options,
  { clock, lookup, secureContext, connected, secured }: TimedOpening,
  done: buildConnector.Callback,
): void {
  const settled = new AbortController()
  const socket = connectTls({
    host: hostname,
    port: Number(port || HTTPS_PORT),
    // tls.connect sends no SNI by default. RFC 6066 allows only host names in it.
    ...(isIP(hostname) ? {} : { servername: hostname }),
    ALPNProtocols: ['http/1.1'],
    secureContext,
    lookup,
    // Said aloud, for left out it could be taken back by a variable of the environment.
    rejectUnauthorized: true,
  })
  const fail = (error: Error): void => {
    if (settled.signal.aborted) return
    settled.abort(DONE)
    socket.destroy()
    done(error, null)
  }
  socket.setNoDelay(true)
  socket.on('error', fail)
  socket.once('connect', () => connected(socket))
  socket.once('secureConnect', () => {
    if (settled.signal.aborted) return
    settled.abort(DONE)
    secured()
    done(null, socket)
  })
  const limit = async (): Promise<void> => {
    await clock.sleep(CONNECT_MS_MAX, settled.signal)
    fail(new ConnectTimeout('no connection in time'))
  }
  void limit()
}

/** The public authorities, and one more for development; made once, for it is dear. */
function makeSecureContext(caFile: string | undefined): SecureContext {
  const extra = caFile === undefined ? {} : { ca: [...rootCertificates, readFileSync(caFile, 'utf8')] }
  return createSecureContext({ minVersion: 'TLSv1.2', ...extra })
}
