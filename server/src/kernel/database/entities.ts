import type { EntityManager } from '@mikro-orm/postgresql'
import type { Context } from '../context.ts'

/**
 * Returns an empty entity manager for reads. The manager reads in the transaction of `ctx` if there is one. `ctx.em`
 * itself keeps each row that it has read in an identity map, so `ctx.em` would not show later changes of other
 * transactions. During a long job, `ctx.em` would also keep all rows in memory. Changes of the returned entities are
 * not saved. To change a row, load it with `tx.em`.
 */
export const entities = (ctx: Context): EntityManager => ctx.em.fork({ keepTransactionContext: true })
