import type { ClientBase, Pool } from 'pg'
import { pidOf } from './direct.ts'
import type { ConnectionTo } from './primary.ts'

/** How long the cancellation itself may take, in milliseconds. */
const CANCEL_MS_MAX = 1_000

/**
 * Cancels the SQL statements of the pool's connections that have been running for longer than `olderThanMs`. PostgreSQL
 * then rolls back the transactions of the cancelled statements. Returns how many statements it cancelled. Cancels no
 * commit that waits for a synchronous standby: PostgreSQL would report success, although a failover could lose the
 * commit. Cancels nothing through a pooler, because a pooler hides the process ids of the sessions. Through a pooler,
 * only the limits of the database role, such as `statement_timeout`, end a long statement.
 */
export type CancelStatements = (olderThanMs: number) => Promise<number>

/**
 * Returns a function that cancels the SQL statements of the connections that `pool` opens from now on. The function
 * uses a separate connection, because all connections of the pool may be in use.
 */
export function cancellerOf(pool: Pool, connection: ConnectionTo): CancelStatements {
  const clients = new Set<ClientBase>()
  pool.on('connect', (client) => clients.add(client))
  pool.on('remove', (client) => clients.delete(client))
  return (olderThanMs) => cancel(connection, Array.from(clients, pidOf), olderThanMs)
}

async function cancel(
  { connectionString, Client }: ConnectionTo,
  pids: number[],
  olderThanMs: number,
): Promise<number> {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: CANCEL_MS_MAX,
    query_timeout: CANCEL_MS_MAX,
  })
  // Without this listener, a lost connection would end this process with an error event.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rowCount } = await client.query(CANCEL, [pids, olderThanMs, pidOf(client)])
    return rowCount ?? 0
  } finally {
    await client.end()
  }
}

const CANCEL = `
  select pg_cancel_backend(pid) from pg_stat_activity
  where pg_backend_pid() = $3 and pid = any($1::integer[]) and state = 'active' and wait_event is distinct from 'SyncRep'
    and query_start <= clock_timestamp() - $2 * interval '1 millisecond'`
