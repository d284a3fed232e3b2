import type { Client } from 'pg'
import { DONE, systemClock } from '../../kernel/clock.ts'

/**
 * How long to wait for the answer of an SQL statement before asking PostgreSQL whether the statement is blocked, in
 * milliseconds.
 */
export const ANSWER_MS = 2

const BLOCKING = 'select unnest(pg_blocking_pids($1)) as pid'

/** Returns the process ids of the sessions that have the locks for which the SQL statement of a connection waits. */
export async function blockersOf(monitor: Client, pid: number): Promise<number[]> {
  const { rows } = await monitor.query<{ pid: number }>(BLOCKING, [pid])
  return rows.map((row) => row.pid)
}

/** Waits for a promise, but at most `ms` milliseconds of real time. Returns whether the promise was resolved. */
export async function within(promise: Promise<void>, ms: number): Promise<boolean> {
  const timer = new AbortController()
  const late = systemClock.sleep(ms, timer.signal).then(() => false)
  try {
    return await Promise.race([promise.then(() => true), late])
  } finally {
    timer.abort(DONE)
  }
}
