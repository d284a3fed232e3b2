import type { EntityManager } from '@mikro-orm/postgresql'
import type { Clock } from './clock.ts'
import type { Ids } from './ids.ts'
import type { Log } from './log.ts'
import type { Vault } from './vault.ts'

/** Everything a use case may touch besides its input. One is made for each request or job run. */
export interface Context {
  readonly em: EntityManager
  readonly clock: Clock
  readonly ids: Ids
  readonly vault: Vault
  readonly log: Log
  /** Follows one request through logs, journal and answers. */
  readonly correlationId: string
  /** Who acts: `api-key:<id>`, `staff:<id>`, `network`, `job:<name>`, `cli`. */
  readonly actor: string
}

/** What a transaction does last, by key. */
const lastSteps = Symbol('last steps')

type Step = () => Promise<void>

/** A context inside a database transaction. Only `transaction` can make one. */
export type Tx<C extends Context = Context> = C & { readonly [lastSteps]: Map<string, Step> }

/** PostgreSQL's serialization failure and deadlock: the loser may simply try again. */
const RETRYABLE = new Set(['40001', '40P01'])

/**
 * Runs `work` in one transaction and commits, or rolls back what it throws. Refuses to nest. Repeated once when
 * PostgreSQL chose it as the loser of a deadlock, so `work` must have no effect outside the database.
 */
export async function transaction<C extends Context, T>(ctx: C, work: (tx: Tx<C>) => Promise<T>): Promise<T> {
  if (ctx.em.isInTransaction()) throw new Error('transaction: already in one')
  try {
    return await once(ctx, work)
  } catch (error) {
    if (!RETRYABLE.has(sqlState(error) ?? '')) throw error
    return await once(ctx, work)
  }
}

function once<C extends Context, T>(ctx: C, work: (tx: Tx<C>) => Promise<T>): Promise<T> {
  return ctx.em.fork().transactional(async (em) => {
    if (!em.isInTransaction()) throw new Error('BUG: transaction: the database opened none')
    const steps = new Map<string, Step>()
    const result = await work({ ...ctx, em, [lastSteps]: steps })
    if (steps.size > 0) await em.flush()
    for (const step of steps.values()) await step()
    return result
  })
}

/**
 * Runs `prepare` now and the step that it returns right before the commit, after all other work of the transaction.
 * Once for each key: a later call with the same key does nothing. A step that throws rolls the transaction back.
 */
export async function beforeCommit(tx: Tx, key: string, prepare: () => Promise<Step>): Promise<void> {
  if (!tx[lastSteps].has(key)) tx[lastSteps].set(key, await prepare())
}

/** The SQLSTATE of a database error, however deep the driver wrapped it; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)) return error.code
  return sqlState(error.cause)
}

/** The name of the constraint that refused a row; undefined for any other error. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('constraint' in error && typeof error.constraint === 'string') return error.constraint
  return violatedConstraint(error.cause)
}
