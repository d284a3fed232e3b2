import { setImmediate } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { DatabaseBusy, DatabaseTimeout } from './busy.ts'
import { replaceConnect } from './call-back.ts'
import { currentLimits } from './work-limits.ts'

/**
 * The maximum time in milliseconds that a caller waits for a connection, either for an idle connection or until a new
 * one has opened.
 */
export const CONNECT_MS_MAX = 5_000

/**
 * The number of callers that may wait for each connection of a pool. If callers keep a connection for 150 ms on
 * average, this many waiting callers get one within CONNECT_MS_MAX.
 */
const WAITING_PER_CONNECTION = 32

/** The connections of a pool and the outcomes of its callers, at one moment. */
export interface PoolState {
  /** The number of open connections and connections that are being opened. */
  size: number
  /** The number of open connections that no caller has. */
  idle: number
  /** The number of callers that wait for a connection. */
  waiting: number
  /** The limit of `size`. */
  max: number
  /** The number of callers that waited in vain for CONNECT_MS_MAX since the process started. */
  timeouts: number
  /** The number of callers since the start of the process that were refused because too many callers were waiting. */
  refused: number
}

export interface BoundPool {
  /** Returns the current state of the pool. */
  state(): PoolState
  /**
   * Refuses new callers with DatabaseBusy. Resolves when no caller waits for a connection any more; until then, the
   * pool must not be closed. Kysely never returns a connection that opens after Kysely closed the pool, so the pool
   * would wait forever for that connection.
   */
  refuseCallers(): Promise<void>
}

/** The state of a pool that nobody has used yet. */
export const NO_CONNECTIONS = { size: 0, idle: 0, waiting: 0, timeouts: 0, refused: 0 }

/** Returns the number of connections that callers have or wait for. */
export const usedConnections = ({ size, idle, waiting }: PoolState): number => size - idle + waiting

/**
 * Limits how many callers may wait for a connection of the pool. Also applies the limits of the current work: its
 * deadline, and its turn (see `Turns`). A caller above the limit of callers gets DatabaseBusy. A caller without a
 * connection at its deadline gets DatabaseTimeout.
 */
export function boundPool(pool: Pool): BoundPool {
  const { max } = pool.options
  const connecting = new Set<Promise<unknown>>()
  let isRefusing = false
  const counts = { timeouts: 0, refused: 0 }
  const open: () => Promise<PoolClient> = pool.connect.bind(pool)

  const openInTime = async (endsAtMs: number): Promise<PoolClient> => {
    if (pool.idleCount === 0 && pool.waitingCount >= max * WAITING_PER_CONNECTION) {
      counts.refused += 1
      throw new DatabaseBusy()
    }
    try {
      return await before(endsAtMs, open)
    } catch (error) {
      if (isConnectTimeout(error)) counts.timeouts += 1
      throw error
    }
  }

  const connect = async (): Promise<PoolClient> => {
    const { turn, endsAtMs } = currentLimits()
    if (turn) await turn.enter()
    try {
      const client = await openInTime(endsAtMs)
      releaseOnce(client, () => turn?.leave())
      return client
    } catch (error) {
      turn?.leave()
      throw error
    }
  }

  const connectUnlessRefused = async (): Promise<PoolClient> => {
    if (isRefusing) throw new DatabaseBusy()
    const connected = connect()
    connecting.add(connected)
    return connected.finally(() => connecting.delete(connected))
  }

  replaceConnect(pool, connectUnlessRefused)
  return {
    state: () => ({
      size: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      max,
      ...counts,
    }),
    async refuseCallers() {
      isRefusing = true
      await Promise.allSettled(connecting)
      // The callers take their connections in the microtasks that follow.
      await setImmediate()
    },
  }
}

/**
 * Returns whether an error means that `connectionTimeoutMillis` has passed. Such an error of the driver has no code, so
 * the function compares its message.
 */
const isConnectTimeout = (error: unknown): boolean =>
  error instanceof Error &&
  /timeout exceeded when trying to connect|due to connection timeout/.test(error.message)

/**
 * Opens a connection. Throws at `endsAtMs` if the connection is not open. If the connection opens later, returns it to
 * the pool. @throws DatabaseTimeout.
 */
async function before(endsAtMs: number, open: () => Promise<PoolClient>): Promise<PoolClient> {
  const leftMs = endsAtMs - performance.now()
  if (leftMs <= 0) throw new DatabaseTimeout('the time limit of the call has passed')
  const opening = open()
  if (leftMs >= CONNECT_MS_MAX) return opening
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(new DatabaseTimeout('the call got no database connection in time'))
    void opening.then((client) => client.release()).catch(() => undefined)
  }, leftMs)
  return Promise.race([opening, late]).finally(() => clearTimeout(timer))
}

/**
 * Calls `onRelease` at the first release. Ignores a second release. A second release happens when `limitStatements` has
 * released an unanswered connection before its user does.
 */
function releaseOnce(client: PoolClient, onRelease: () => void): void {
  const release: PoolClient['release'] = client.release.bind(client)
  let isReleased = false
  client.release = (error) => {
    if (isReleased) return
    isReleased = true
    onRelease()
    release(error)
  }
}
