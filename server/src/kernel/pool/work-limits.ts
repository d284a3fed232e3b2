import { AsyncLocalStorage } from 'node:async_hooks'
import type { Turn } from './turns.ts'

/**
 * The limits of the current work on the database. The pool reads these limits from async context, because callers pass
 * no Context to the pool.
 */
interface WorkLimits {
  /**
   * The end of the work, as a time of `performance.now()`. After this time, the work may run no SQL statement except
   * `rollback`.
   */
  readonly endsAtMs: number
  /** How long the database may take to answer one SQL statement, in milliseconds. */
  readonly statementMs: number
  /** The turn that the work needs for a connection; undefined if the work needs no turn. */
  readonly turn?: Turn
}

/**
 * The time limit of an SQL statement by default, in milliseconds. This limit is longer than any statement timeout of
 * the database role, so PostgreSQL normally ends a long SQL statement first. The limit applies if the database does not
 * answer at all.
 */
const STATEMENT_MS_MAX = 35_000

/** How much longer than PostgreSQL's own limit the process waits for an answer, in milliseconds. */
const ANSWER_MS = 5_000

/**
 * How long one call of the merchant API or of the console may use the database, in milliseconds. This limit exceeds the
 * time for which a charge creation waits for PSPs, which is at most about 9 s: `issueCharge` begins the last attempt
 * within 4 s, and an attempt takes at most 5 s.
 */
export const CALL_MS_MAX = 12_000

const DEFAULTS: WorkLimits = { endsAtMs: Infinity, statementMs: STATEMENT_MS_MAX }

const running = new AsyncLocalStorage<WorkLimits>()

/** Returns the limits of the work that runs now. */
export const currentLimits = (): WorkLimits => running.getStore() ?? DEFAULTS

/**
 * Runs `work` with a deadline. After `ms` milliseconds, the SQL statements of `work` fail with DatabaseTimeout,
 * including a statement that is running. A nested call replaces the deadline of its outer call.
 */
export const withDeadline = <T>(ms: number, work: () => T): T =>
  running.run({ ...currentLimits(), endsAtMs: performance.now() + ms }, work)

/**
 * Runs `work` with a limit for each SQL statement. PostgreSQL may run each SQL statement of `work` for `ms`
 * milliseconds.
 */
export const withStatementLimit = <T>(ms: number, work: () => T): T =>
  running.run({ ...currentLimits(), statementMs: ms + ANSWER_MS }, work)

/** Runs `work`, which needs `turn` for each connection that it uses. */
export const withTurn = <T>(turn: Turn, work: () => T): T => running.run({ ...currentLimits(), turn }, work)
