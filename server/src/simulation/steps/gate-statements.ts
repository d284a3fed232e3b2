import { Client, type Pool, type PoolClient } from 'pg'
import { wrapQueries, type Query } from '../../kernel/pool/wrap-queries.ts'
import { blockersOf } from './blocked.ts'
import type { Scheduler } from './scheduler.ts'

/**
 * Lifts the limits that depend on real time, because an SQL statement waits for as long as the scheduler lets other
 * work run.
 */
const NO_LIMITS = ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout']
  .map((limit) => `set ${limit} = 0`)
  .join('; ')

/**
 * Passes every SQL statement of the pool through the scheduler. Opens all connections of the pool one after the other,
 * so that the world need not wait for connections later. A separate connection, the monitor, asks PostgreSQL which SQL
 * statements are blocked. Returns a function that closes the monitor.
 */
export async function gateStatements(
  pool: Pool,
  databaseUrl: string,
  scheduler: Scheduler,
): Promise<() => Promise<void>> {
  const monitor = new Client({ connectionString: elsewhere(databaseUrl) })
  await monitor.connect()
  // A timer of real time would close idle connections.
  pool.options.idleTimeoutMillis = 0
  const open = new Map<PoolClient, number>()
  let openedCount = 0
  await wrapAllQueries(pool, (query, client) => {
    openedCount += 1
    const name = `c${openedCount}`
    const pid = pidOf(client)
    open.set(client, pid)
    void query([NO_LIMITS])
    return (given) => {
      const [text, parameters] = given
      if (typeof text !== 'string') return query(given)
      const what = `${name} ${text.trim()} ${JSON.stringify(parameters ?? [], shownPart)}`
      return scheduler.send({ what, pid, run: async () => query(given), show })
    }
  })
  pool.on('remove', (client) => open.delete(client))
  scheduler.observe({
    isBlocked: async (pid) => {
      const blockers = await blockersOf(monitor, pid)
      return Array.from(open.values()).some((other) => blockers.includes(other))
    },
    isConnecting: () => pool.totalCount > open.size,
  })
  const clients: PoolClient[] = []
  while (clients.length < pool.options.max) clients.push(await pool.connect())
  for (const client of clients) client.release()
  return () => monitor.end()
}

/**
 * Returns the URL of the database `postgres` on the same server, for the connection that asks which SQL statements are
 * blocked. Real time decides when this connection sends its queries. In the world's database, the snapshots of these
 * queries would prevent the removal of dead rows.
 */
const elsewhere = (databaseUrl: string): string =>
  Object.assign(new URL(databaseUrl), { pathname: '/postgres' }).toString()

/**
 * Wraps the queries of every connection of the pool. Closes the connections that the ORM has opened already, because
 * their queries are not wrapped.
 */
export async function wrapAllQueries(
  pool: Pool,
  wrap: (query: Query, client: PoolClient) => Query,
): Promise<void> {
  wrapQueries(pool, wrap)
  while (pool.idleCount > 0) {
    const client = await pool.connect()
    client.release(true)
  }
  if (pool.totalCount > 0) throw new Error('BUG: wrapAllQueries: a connection of the pool is already in use')
}

export const isPool = (pool: object): pool is Pool => 'totalCount' in pool && 'connect' in pool

/** Returns the process id of a connection in PostgreSQL. */
export function pidOf(client: PoolClient): number {
  const pid: unknown = Reflect.get(client, 'processID')
  if (typeof pid !== 'number') throw new Error('BUG: pidOf: the connection has no process id')
  return pid
}

const shownPart = (_: string, part: unknown): unknown => (typeof part === 'bigint' ? String(part) : part)

/**
 * Returns the part of an answer that the trace contains: its rows and its row count, or the whole answer if it has no
 * rows.
 */
function show(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('rows' in answer)) return answer
  return { count: 'rowCount' in answer ? answer.rowCount : null, rows: answer.rows }
}
