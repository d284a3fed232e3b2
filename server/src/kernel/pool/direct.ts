import type { ClientBase } from 'pg'

/**
 * Returns the process id that the server sent when the connection opened; 0 before that. PostgreSQL sends the process
 * id of the session. A pooler such as pgbouncer sends another number.
 */
export function pidOf(client: ClientBase): number {
  const pid: unknown = Reflect.get(client, 'processID')
  return typeof pid === 'number' ? pid : 0
}

/** Returns whether the connection leads to PostgreSQL itself and not to a pooler. */
export async function isDirect(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid === pidOf(client)
}
