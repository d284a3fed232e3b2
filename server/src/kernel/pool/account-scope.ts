import { AsyncLocalStorage } from 'node:async_hooks'
import type { Pool, PoolClient } from 'pg'
import { replaceConnect } from './call-back.ts'
import { pidOf } from './direct.ts'

const POOLED =
  'SANDBOX_DATABASE_URL leads to a connection pooler: it must lead to PostgreSQL itself, because the account is a setting of the session'

/** Sets a setting of the session. Changes nothing if the connection leads through a pooler, which shares sessions. */
const SET_IF_DIRECT = 'select set_config($1, $2, false) where pg_backend_pid() = $3'

/** The setting that the row security policies of the sandbox database read. */
const ACCOUNT_SETTING = 'sandbox.account'

const running = new AsyncLocalStorage<string>()

/**
 * Runs `work` for one account of the test environment. On a pool that `scopeToAccount` has changed, the SQL statements
 * of `work` see only the rows of this account. Outside of `withAccount`, SQL statements on such a pool see no rows of
 * any account.
 */
export const withAccount = <T>(accountId: string, work: () => T): T => running.run(accountId, work)

/** Yields the items of `items`. Produces each item inside `withAccount`. */
export async function* eachInAccount<T>(accountId: string, items: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await withAccount(accountId, () => iterator.next())
      if (next.done) return
      yield next.value
    }
  } finally {
    await withAccount(accountId, () => iterator.return?.())
  }
}

/**
 * Returns the account of the surrounding `withAccount`; undefined outside of `withAccount`. A query of a table without
 * row security must contain this account as a condition.
 */
export const currentAccount = (): string | undefined => running.getStore()

/**
 * Sets ACCOUNT_SETTING to the account of the current work, on each connection that the pool hands out. Sends no
 * statement when the connection already has the right value. Closes a connection through a pooler, and a connection
 * whose setting cannot be changed. In both cases, the caller gets an error.
 */
export function scopeToAccount(pool: Pool): void {
  const values = new WeakMap<PoolClient, string>()
  const open: () => Promise<PoolClient> = pool.connect.bind(pool)

  const connect = async (): Promise<PoolClient> => {
    const wanted = running.getStore() ?? ''
    const client = await open()
    if ((values.get(client) ?? '') === wanted) return client
    try {
      const { rowCount } = await client.query(SET_IF_DIRECT, [ACCOUNT_SETTING, wanted, pidOf(client)])
      if (rowCount === 0) throw new Error(POOLED)
      values.set(client, wanted)
      return client
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  replaceConnect(pool, connect)
}
