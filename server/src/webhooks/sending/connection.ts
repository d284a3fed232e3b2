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
  /** How many attempts it has served before this one. */
  served: number
  remoteIp: string | null
  /** How long the parts of opening it took; empty when it was open already. */
  opening: Pick<SendTimings, OpeningPart>
}

type OpeningPart = 'dns' | 'connect' | 'tls'

/** Lends connections to attempts. Keeps a reusable one for a short time, for the next attempt to the same receiver. */
export interface Connections {
  acquire(url: URL, options?: { fresh?: boolean }): Connection
  /** `reusable`: the response was read to its end. Otherwise the connection ends. */
  release(connection: Connection, reusable: boolean): void
  close(): Promise<void>
}

const KEPT_MAX = 256
const AGE_MS_MAX = 60_000

export interface ConnectionOptions {
  clock: Clock
  guard: AddressGuard
  /** PEM files of authorities to trust beside the public ones. */
  caFiles: readonly string[]
}

export function makeConnections({ clock, guard, caFiles }: ConnectionOptions): Connections {
  const secureContext = makeSecureContext(caFiles)
  const kept = new Map<string, Connection[]>()
  let keptCount = 0

  const forget = (connection: Connection): void => {
    const list = kept.get(connection.origin) ?? []
    const at = list.indexOf(connection)
    if (at < 0) return
    list.splice(at, 1)
    keptCount -= 1
    if (list.length === 0) kept.delete(connection.origin)
  }

  return {
    acquire(url, { fresh = false } = {}) {
      const connection = fresh ? undefined : kept.get(url.origin)?.findLast(({ agent }) => agent.idle)
      if (!connection) {
        const lookup = guard.lookup(url)
        return openConnection({ url, clock, lookup, secureContext }, forget)
      }
      forget(connection)
      return Object.assign(connection, { opening: {} })
    },
    release(connection, reusable) {
      const isYoung = plusMs(connection.openedAt, AGE_MS_MAX) > clock.now()
      if (!reusable || !isYoung || keptCount >= KEPT_MAX || !connection.agent.idle) {
        return connection.agent.destroy()
      }
      connection.served += 1
      keptCount += 1
      kept.set(connection.origin, [...(kept.get(connection.origin) ?? []), connection])
    },
    async close() {
      for (const { agent } of Array.from(kept.values()).flat()) agent.destroy()
      kept.clear()
      keptCount = 0
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

/** Trusts the public authorities and those of `caFiles`. Made once, because it is expensive. */
function makeSecureContext(caFiles: readonly string[]): SecureContext {
  const more = caFiles.map((file) => readFileSync(file, 'utf8'))
  return createSecureContext({
    minVersion: 'TLSv1.2',
    ...(more.length === 0 ? {} : { ca: [...rootCertificates, ...more] }),
  })
}
