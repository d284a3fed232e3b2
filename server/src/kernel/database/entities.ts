import type { EntityManager } from '@mikro-orm/postgresql'
import type { Context } from '../context.ts'

/**
 * Returns an empty entity manager for reads, in the transaction of `ctx` if there is one. `ctx.em` would return a row
 * that it has read before from its identity map, without the later changes of other transactions. `ctx.em` would also
 * keep every row of a long job in memory. Changes of the returned entities are not written. To change a row, load it
 * by `tx.em`.
 */
export const entities = (ctx: Context): EntityManager => ctx.em.fork({ keepTransactionContext: true })
