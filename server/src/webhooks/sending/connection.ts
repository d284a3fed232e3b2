import { readFileSync } from 'node:fs'
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls'
import { plusMs, type Clock } from '../../kernel/clock.ts'
import type { AddressGuard } from './address-guard.ts'
import { ReceiverAgent, type Opening } from './receiver-agent.ts'
import type { SendTimings } from './sender.ts'

/** One connection to a receiver, used by one attempt at a time. */
export interface Connection {
  agent: ReceiverAgent
  origin: string
  openedAt: Date
  /** The number of earlier attempts on this connection. */
  served: number
  remoteIp: string | null
  /** Durations of the steps that opened the connection, in milliseconds. Empty for a reused connection. */
  opening: Pick<SendTimings, OpeningPart>
}

type OpeningPart = 'dns' | 'connect' | 'tls'

/**
 * A connection pool. The pool keeps idle connections briefly, so that the next attempt to the same receiver can reuse
 * one.
 */
export interface Connections {
  /**
   * Returns an idle connection to the origin of `url`, or opens a new connection. With `fresh`, always opens a new
   * connection.
   */
  acquire(url: URL, options?: { fresh?: boolean }): Connection
  /**
   * Returns the connection to the pool if the connection is reusable, otherwise closes the connection. A connection is
   * reusable if its response was read completely.
   */
  release(connection: Connection, reusable: boolean): void
  close(): Promise<void>
}

const IDLE_CONNECTIONS_MAX = 256
const CONNECTION_AGE_MS_MAX = 60_000

export interface ConnectionOptions {
  clock: Clock
  guard: AddressGuard
  /** PEM files of certificate authorities to trust in addition to the public authorities. */
  caFiles: readonly string[]
}

export function makeConnections({ clock, guard, caFiles }: ConnectionOptions): Connections {
  const secureContext = makeSecureContext(caFiles)
  const idle = new Map<string, Connection[]>()
  let idleCount = 0

  const removeIdle = (connection: Connection): void => {
    const list = idle.get(connection.origin) ?? []
    const at = list.indexOf(connection)
    if (at < 0) return
    list.splice(at, 1)
    idleCount -= 1
    if (list.length === 0) idle.delete(connection.origin)
  }

  return {
    acquire(url, { fresh = false } = {}) {
      const connection = fresh ? undefined : idle.get(url.origin)?.findLast(({ agent }) => agent.idle)
      if (!connection) {
        const lookup = guard.lookup(url)
        return openConnection({ url, clock, lookup, secureContext }, removeIdle)
      }
      removeIdle(connection)
      return Object.assign(connection, { opening: {} })
    },
    release(connection, reusable) {
      const isYoung = plusMs(connection.openedAt, CONNECTION_AGE_MS_MAX) > clock.now()
      if (!reusable || !isYoung || idleCount >= IDLE_CONNECTIONS_MAX || !connection.agent.idle) {
        return connection.agent.destroy()
      }
      connection.served += 1
      idleCount += 1
      idle.set(connection.origin, [...(idle.get(connection.origin) ?? []), connection])
    },
    async close() {
      for (const { agent } of Array.from(idle.values()).flat()) agent.destroy()
      idle.clear()
      idleCount = 0
    },
  }
}

type Target = Pick<Opening, 'url' | 'clock' | 'lookup' | 'secureContext'>

function openConnection(target: Target, closed: (connection: Connection) => void): Connection {
  const connection: Connection = {
    agent: new ReceiverAgent({
      ...target,
      lookup: (hostname, options, answer) =>
        target.lookup(hostname, options, (...found) => {
          reached('dns')
          answer(...found)
        }),
      connected: (socket) => {
        connection.remoteIp = socket.remoteAddress ?? null
        reached('connect')
      },
      secured: () => reached('tls'),
      closed: () => closed(connection),
    }),
    origin: target.url.origin,
    openedAt: target.clock.now(),
    served: 0,
    remoteIp: null,
    opening: {},
  }
  let partBeganAt = connection.openedAt
  const reached = (part: OpeningPart): void => {
    const now = target.clock.now()
    connection.opening[part] = now.getTime() - partBeganAt.getTime()
    partBeganAt = now
  }
  return connection
}

/**
 * Creates a TLS context that trusts the public certificate authorities and the authorities in `caFiles`. Loading is
 * expensive, so call this function only once.
 */
function makeSecureContext(caFiles: readonly string[]): SecureContext {
  const extra = caFiles.map((file) => readFileSync(file, 'utf8'))
  return createSecureContext({
    minVersion: 'TLSv1.2',
    ...(extra.length === 0 ? {} : { ca: [...rootCertificates, ...extra] }),
  })
}
