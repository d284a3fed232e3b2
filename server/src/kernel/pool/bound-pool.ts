import type { Pool, PoolClient } from 'pg'
import { DatabaseBusy } from './busy.ts'

/** How long a caller waits for a connection: an idle one, or a new one to open. */
export const CONNECT_MS_MAX = 5_000

/**
 * The number of callers that may wait for each connection of a pool. A pool whose connections are held for 150 ms on
 * average serves this many waiting callers within CONNECT_MS_MAX.
 */
const WAITING_PER_CONNECTION = 32

/** The connections of a pool, and what its callers got, at one moment. */
export interface PoolState {
  /** Open connections, and connections that are being opened. */
  size: number
  /** Open connections that no caller has. */
  idle: number
  /** Callers that wait for a connection. */
  waiting: number
  /** The limit of `size`. */
  max: number
  /** Callers that waited CONNECT_MS_MAX in vain, since the process started. */
  timeouts: number
  /** Callers that were refused because too many callers waited, since the process started. */
  refused: number
}

/** The state of a pool that nobody has used yet. */
export const NO_CONNECTIONS = { size: 0, idle: 0, waiting: 0, timeouts: 0, refused: 0 }

type OnConnected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: PoolClient['release'],
) => void

/**
 * Limits how many callers may wait for a connection of the pool. A caller above the limit gets DatabaseBusy. Returns
 * a function that reads the pool's state.
 */
export function boundPool(pool: Pool): () => PoolState {
  const { max } = pool.options
  const counts = { timeouts: 0, refused: 0 }
  const open: () => Promise<PoolClient> = pool.connect.bind(pool)

  const connect = async (): Promise<PoolClient> => {
    if (pool.idleCount === 0 && pool.waitingCount >= max * WAITING_PER_CONNECTION) {
      counts.refused += 1
      throw new DatabaseBusy()
    }
    try {
      return await open()
    } catch (error) {
      if (isConnectTimeout(error)) counts.timeouts += 1
      throw error
    }
  }

  Reflect.set(pool, 'connect', (onConnected?: OnConnected): Promise<PoolClient> | void => {
    if (onConnected === undefined) return connect()
    void connect()
      .then((client) => onConnected(undefined, client, (error) => client.release(error)))
      .catch((error: Error) => onConnected(error, undefined, () => undefined))
  })
  return () => ({
    size: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
    max,
    ...counts,
  })
}

/** The messages of the driver when its `connectionTimeoutMillis` has passed. It sets no code. */
const isConnectTimeout = (error: unknown): boolean =>
  error instanceof Error &&
  /timeout exceeded when trying to connect|due to connection timeout/.test(error.message)
