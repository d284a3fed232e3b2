import { raw, type EntityName } from '@mikro-orm/core'
import type { QBFilterQuery } from '@mikro-orm/postgresql'
import type { SelectQueryBuilder } from 'kysely'
import type { Context } from '../context.ts'
import { db, type Tables } from './tables.ts'

export interface Counted<Entity> {
  where: QBFilterQuery<Entity>
  /**
   * The order of the counted list. With this order, the planner uses the same index for counting as for reading the
   * list.
   */
  orderBy: { readonly [Member in keyof Entity]?: 'asc' | 'desc' }
  /** The number at which counting stops. */
  most: number
}

/** Returns the number of matching rows, but at most `most`. The database counts the rows and sends only the number. */
export async function countEntities<Entity extends object>(
  ctx: Context,
  entity: EntityName<Entity>,
  { where, orderBy, most }: Counted<Entity>,
): Promise<number> {
  const rows = ctx.em.createQueryBuilder(entity).select(raw('1')).where(where).orderBy(orderBy).limit(most)
  const [counted] = await ctx.em
    .createQueryBuilder(rows, 'counted')
    .select(raw('count(*) as n'))
    .execute<{ n: bigint }[]>('all', false)
  return Number(counted?.n ?? 0)
}

/**
 * Returns the number of rows of a query, which must have a `limit`. The database counts the rows and sends only the
 * number.
 */
export async function countRows<DB extends Tables, From extends keyof DB, Row>(
  ctx: Context,
  query: SelectQueryBuilder<DB, From, Row>,
): Promise<number> {
  const counted = await db(ctx)
    .selectFrom(query.as('counted'))
    .select(({ fn }) => fn.countAll<bigint>().as('n'))
    .executeTakeFirst()
  return Number(counted?.n ?? 0)
}
