import type { EntityDictionary, EntityName } from '@mikro-orm/core'
import type { Tx } from '../context.ts'
import { sql, type SqlParameter } from './sql.ts'

/**
 * Locks one row with `for no key update` and returns its current state, managed by the transaction's entity manager;
 * null when there is no such row. The caller must not change the key. `key` names columns by their entity properties.
 * The ORM's own lock is `for update`, which also blocks inserts of rows with a foreign key to this one.
 */
export async function lockRow<Entity extends object>(
  tx: Tx,
  entity: EntityName<Entity>,
  key: Record<string, SqlParameter>,
): Promise<Entity | null> {
  const { tableName, props } = tx.em.getMetadata(entity)
  const conditions = Object.keys(key).map((name, n) => {
    const column = props.find((prop) => prop.name === name)?.fieldNames[0]
    if (column === undefined) throw new Error(`BUG: lockRow: ${tableName} has no ${name}`)
    return `${column} = $${n + 1}`
  })
  // Mapping the row below overwrites changes that are not flushed.
  await tx.em.flush()
  const text = `select * from ${tableName} where ${conditions.join(' and ')} for no key update`
  const [row] = await sql<EntityDictionary<Entity>>(tx, text, Object.values(key))
  return row ? tx.em.map(entity, row) : null
}

/** Locks rows of one merchant as `lockRow` does. Takes the locks in the order of the ids and returns the rows found. */
export async function lockRows<Entity extends object>(
  tx: Tx,
  entity: EntityName<Entity>,
  merchantId: string,
  ids: readonly string[],
): Promise<Entity[]> {
  await tx.em.flush()
  const text = `select * from ${tx.em.getMetadata(entity).tableName}
    where merchant_id = $1 and id = any($2::uuid[]) order by id for no key update`
  const rows = await sql<EntityDictionary<Entity>>(tx, text, [merchantId, ids])
  return rows.map((row) => tx.em.map(entity, row))
}
