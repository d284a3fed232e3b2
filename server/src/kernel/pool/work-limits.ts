import { AsyncLocalStorage } from 'node:async_hooks'
import type { Turn } from './turns.ts'

/** The limits of some work on the database. The pool applies them, because it knows no context. */
interface WorkLimits {
  /** The end of the work, as a time of `performance.now()`. No statement runs longer. */
  readonly endsAtMs: number
  /** The time within which the database must answer one statement. */
  readonly statementMs: number
  /** The turn that the work needs for a connection; undefined when it needs none. */
  readonly turn?: Turn
}

/**
 * Longer than any statement timeout of the database role. PostgreSQL normally ends a statement first. This limit ends
 * it when the database does not answer at all.
 */
const STATEMENT_MS_MAX = 35_000

/** How much longer the process waits for an answer than PostgreSQL may run the statement. */
const ANSWER_MS = 5_000

/**
 * How long one call of the merchant API or of the console may use the database. It is longer than the requests to the
 * network that create a charge (at most 5 s for the token and 5 s for the charge).
 */
export const CALL_MS_MAX = 12_000

const DEFAULTS: WorkLimits = { endsAtMs: Infinity, statementMs: STATEMENT_MS_MAX }

const running = new AsyncLocalStorage<WorkLimits>()

/** Returns the limits of the work that runs now. */
export const currentLimits = (): WorkLimits => running.getStore() ?? DEFAULTS

/**
 * Runs `work`. After `ms` milliseconds its statements fail with DatabaseTimeout, including a running one. A nested
 * call replaces the deadline of the outer call.
 */
export const withDeadline = <T>(ms: number, work: () => T): T =>
  running.run({ ...currentLimits(), endsAtMs: performance.now() + ms }, work)

/** Runs `work`. PostgreSQL may run each of its statements for `ms` milliseconds. */
export const withStatementLimit = <T>(ms: number, work: () => T): T =>
  running.run({ ...currentLimits(), statementMs: ms + ANSWER_MS }, work)

/** Runs `work`, which needs `turn` for each connection. */
export const withTurn = <T>(turn: Turn, work: () => T): T => running.run({ ...currentLimits(), turn }, work)
