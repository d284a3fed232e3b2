import type { Pool, PoolClient } from 'pg'

type OnConnected = (error: unknown, client: PoolClient | undefined, release: PoolClient['release']) => void

/**
 * Replaces the pool's method `connect` with the given function. Like the driver's method, the new method returns a
 * promise, or calls a callback.
 */
export function replaceConnect(pool: Pool, connect: () => Promise<PoolClient>): void {
  Reflect.set(pool, 'connect', (onConnected?: OnConnected): Promise<PoolClient> | void => {
    if (onConnected === undefined) return connect()
    void callBack(connect(), (error, client) => {
      onConnected(error, client, (reason) => client?.release(reason))
    })
  })
}

/** Calls `onResult` with the result of a promise or with its error, as the driver calls its callbacks. */
export async function callBack<T>(
  promise: Promise<T>,
  onResult: (error: unknown, result?: T) => void,
): Promise<void> {
  let result: T
  try {
    result = await promise
  } catch (error) {
    onResult(error)
    return
  }
  onResult(undefined, result)
}
