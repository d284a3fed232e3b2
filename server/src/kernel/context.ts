import { IsolationLevel } from '@mikro-orm/core'
import type { EntityManager, TransactionOptions } from '@mikro-orm/postgresql'
import type { Clock } from './clock.ts'
import type { Ids } from './ids.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Tracing } from './tracing/tracing.ts'
import type { Vault } from './vault.ts'

/** The dependencies of a use case besides its input. Each request and each job run gets its own context. */
export interface Context {
  readonly em: EntityManager
  readonly clock: Clock
  readonly ids: Ids
  readonly vault: Vault
  readonly log: Log
  readonly tracing: Tracing
  readonly metrics: Metrics
  /** Identifies one request or job run in log lines, journal entries and responses. */
  readonly correlationId: string
  /** The acting principal: `api-key:<id>`, `staff:<id>`, `network`, `job:<name>`, `cli`. */
  readonly actor: string
  /**
   * Aborted when the work must end early, because the process stops or a job run took too long. The work then ends at
   * the next point from which a later run can continue. Absent if nothing can end the work early.
   */
  readonly signal?: AbortSignal
}

/** Returns whether the work of this context must end early. */
export const isAborted = (ctx: Pick<Context, 'signal'>): boolean => ctx.signal?.aborted ?? false

/**
 * Throws when the work of this context must end early. Use this function in work whose partial result is useless.
 * @throws Error that the work was aborted
 */
export function throwIfAborted(ctx: Pick<Context, 'signal'>): void {
  if (isAborted(ctx)) throw new Error('the work was aborted; a later run repeats it')
}

/** The functions that a transaction runs right before its commit, by key. */
const beforeCommitSteps = Symbol('before-commit steps')

/** The functions that run right after the commit of a transaction, in order. */
const afterCommitSteps = Symbol('after-commit steps')

type Step = () => Promise<void>

/** A context inside a database transaction. Only `transaction` and `snapshot` create such a context. */
export type Tx<C extends Context = Context> = C & {
  readonly [beforeCommitSteps]: Map<string, Step>
  readonly [afterCommitSteps]: (() => void)[]
}

/**
 * SQLSTATE of a serialization failure and of a deadlock. PostgreSQL has rolled the transaction back, so a retry is
 * safe.
 */
const RETRYABLE = new Set(['40001', '40P01'])

/**
 * Runs `work` in one transaction, commits, and returns the result of `work`. If `work` throws, rolls back and rethrows
 * the error. Retries once after a deadlock or a serialization failure, so `work` must have no effect outside the
 * database.
 * @throws Error when `ctx` is already in a transaction.
 */
export const transaction = <C extends Context, T>(ctx: C, work: (tx: Tx<C>) => Promise<T>): Promise<T> =>
  runTransaction(ctx, work, {})

/**
 * Runs `work` as `transaction` does, in a read-only transaction. All SQL statements of `work` see the same state of the
 * database.
 */
export const snapshot = <C extends Context, T>(ctx: C, work: (tx: Tx<C>) => Promise<T>): Promise<T> =>
  runTransaction(ctx, work, { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true })

type Mode = Pick<TransactionOptions, 'isolationLevel' | 'readOnly'>

async function runTransaction<C extends Context, T>(
  ctx: C,
  work: (tx: Tx<C>) => Promise<T>,
  mode: Mode,
): Promise<T> {
  if (ctx.em.isInTransaction()) throw new Error('BUG: transaction: the context is already in a transaction')
  try {
    return await once(ctx, work, mode)
  } catch (error) {
    if (!RETRYABLE.has(sqlState(error) ?? '')) throw error
    return await once(ctx, work, mode)
  }
}

async function once<C extends Context, T>(ctx: C, work: (tx: Tx<C>) => Promise<T>, mode: Mode): Promise<T> {
  const committed: (() => void)[] = []
  const done = await ctx.em.fork().transactional(async (em) => {
    if (!em.isInTransaction()) throw new Error('BUG: MikroORM began no transaction')
    const steps = new Map<string, Step>()
    const result = await work({ ...ctx, em, [beforeCommitSteps]: steps, [afterCommitSteps]: committed })
    if (steps.size > 0) await em.flush()
    for (const step of steps.values()) await step()
    return result
  }, mode)
  for (const step of committed) step()
  return done
}

/**
 * Calls `prepare` now. Right before the commit, after all other work of the transaction, runs the step that `prepare`
 * returned. A second call with the same key does nothing. If the step throws, the transaction is rolled back.
 */
export async function beforeCommit(tx: Tx, key: string, prepare: () => Promise<Step>): Promise<void> {
  if (!tx[beforeCommitSteps].has(key)) tx[beforeCommitSteps].set(key, await prepare())
}

/**
 * Calls `step` right after the commit, and never when the transaction is rolled back. If the process ends between the
 * commit and the call, `step` is not called. `step` must not throw.
 */
export function afterCommit(tx: Tx, step: () => void): void {
  tx[afterCommitSteps].push(step)
}

/**
 * Returns the SQLSTATE of a database error, even if that error is the `cause` of another error. Recognises a SQLSTATE
 * by its form, which is five digits or capital letters. No SQLSTATE begins with E, in contrast to codes of Node.js such
 * as EPIPE. Returns undefined if there is none.
 */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string' && /^(?!E)[0-9A-Z]{5}$/.test(error.code))
    return error.code
  return sqlState(error.cause)
}

/** Returns the name of the constraint that a database error violated; undefined for all other errors. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('constraint' in error && typeof error.constraint === 'string') return error.constraint
  return violatedConstraint(error.cause)
}
