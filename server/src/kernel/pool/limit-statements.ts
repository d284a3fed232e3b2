import type { PoolClient } from 'pg'
import { DatabaseTimeout } from './busy.ts'
import { callBack } from './call-back.ts'
import { currentLimits } from './work-limits.ts'
import type { Query } from './wrap-queries.ts'

/** The interval in milliseconds at which the running SQL statements are checked for their limits. */
const CHECK_MS = 100

/** The minimum time limit of a `rollback` in milliseconds, even after the deadline of its work. */
const ROLLBACK_MS = 1_000

interface Running {
  endsAtMs: number
  expire: () => void
}

/**
 * Returns a wrapper for the query methods of a pool's connections. An SQL statement fails with DatabaseTimeout if the
 * database does not answer it within the limits of the current work. The connection of such a statement is closed and
 * leaves the pool, because otherwise a later statement could get the late answer. PostgreSQL then rolls back, unless
 * the statement was a `commit`.
 *
 * One timer checks all running SQL statements, which costs less than one timer for each statement. The timer runs only
 * while there are statements.
 */
export function limitStatements(): (query: Query, client: PoolClient) => Query {
  const running = new Set<Running>()
  let timer: NodeJS.Timeout | undefined
  const check = (): void => {
    const nowMs = performance.now()
    for (const one of running) if (nowMs >= one.endsAtMs) one.expire()
    if (running.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
  const add = (one: Running): void => {
    running.add(one)
    timer ??= setInterval(check, CHECK_MS)
  }

  return (query, client) => {
    const run = async (given: unknown[]): Promise<unknown> => {
      const endsAtMs = endOf(given[0])
      if (endsAtMs <= performance.now()) throw new DatabaseTimeout('the time limit of the call has passed')
      let isExpired = false
      const one = {
        endsAtMs,
        expire: () => {
          isExpired = true
          running.delete(one)
          // Pass true, which closes the socket, because a statement is still running on this connection.
          client.release(true)
        },
      }
      add(one)
      try {
        return await query(given)
      } catch (error) {
        if (isExpired) throw new DatabaseTimeout('the database did not answer in time', { cause: error })
        throw error
      } finally {
        running.delete(one)
      }
    }
    return (given) => limited(given, query, run)
  }
}

/** Returns the time until which the database must answer an SQL statement, as a time of `performance.now()`. */
function endOf(text: unknown): number {
  const { endsAtMs, statementMs } = currentLimits()
  const nowMs = performance.now()
  const end = Math.min(endsAtMs, nowMs + statementMs)
  return text === 'rollback' ? Math.max(end, nowMs + ROLLBACK_MS) : end
}

type Answer = (error: unknown, result?: unknown) => void

const isAnswer = (given: unknown): given is Answer => typeof given === 'function'

const isText = (given: unknown): boolean =>
  typeof given === 'string' ||
  (typeof given === 'object' && given !== null && 'text' in given && !('submit' in given))

/**
 * Runs an SQL statement that is given as a text, with a callback or without. Passes any other query, such as a cursor,
 * to the driver without a time limit.
 */
function limited(given: unknown[], query: Query, run: (given: unknown[]) => Promise<unknown>): unknown {
  if (!isText(given[0])) return query(given)
  const onAnswer = given.at(-1)
  if (!isAnswer(onAnswer)) return run(given)
  void callBack(run(given.slice(0, -1)), onAnswer)
  return undefined
}
