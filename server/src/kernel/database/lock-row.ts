import type { EntityDictionary, EntityName } from '@mikro-orm/core'
import { anyUuid } from './any-of.ts'
import type { Tx } from '../context.ts'
import type { SqlParameter } from './sql.ts'

/** The type of the tables of all entities, by the table names in the metadata of the ORM. */
type AnyTables = Record<string, Record<string, SqlParameter>>

/**
 * Locks one row with `for no key update`. Returns the current state of the row as an entity of the transaction's entity
 * manager; null if there is no such row. The caller must not change the key. `key` contains column values by entity
 * property. The ORM's own lock, `for update`, would also block inserts of rows that refer to the locked row by a
 * foreign key.
 */
export async function lockRow<Entity extends object, Name extends keyof Entity & string>(
  tx: Tx,
  entity: EntityName<Entity>,
  key: Record<Name, SqlParameter>,
): Promise<Entity | null> {
  const { tableName, props } = tx.em.getMetadata(entity)
  const conditions = Object.entries<SqlParameter>(key).map(([name, value]) => {
    const column = props.find((prop) => prop.name === name)?.fieldNames[0]
    if (column === undefined)
      throw new Error(`BUG: lockRow: the entity of table ${tableName} has no property ${name}`)
    return { column, value }
  })
  // Flush first, because mapping the row below would overwrite unsaved changes of the entity.
  await tx.em.flush()
  const row = await lockingRows(tx, entity)
    .where((eb) => eb.and(conditions.map(({ column, value }) => eb(column, '=', value))))
    .executeTakeFirst()
  return row ? tx.em.map(entity, row) : null
}

/**
 * Locks rows of one merchant as `lockRow` does. Takes the locks in the order of the ids, and returns the rows that
 * exist.
 */
export async function lockRows<Entity extends object>(
  tx: Tx,
  entity: EntityName<Entity>,
  merchantId: string,
  ids: readonly string[],
): Promise<Entity[]> {
  await tx.em.flush()
  const rows = await lockingRows(tx, entity)
    .where('merchant_id', '=', merchantId)
    .where('id', '=', anyUuid(ids))
    .orderBy('id')
    .execute()
  return rows.map((row) => tx.em.map(entity, row))
}

/** Returns a query that selects complete rows and locks them. */
const lockingRows = <Entity extends object>(tx: Tx, entity: EntityName<Entity>) =>
  tx.em
    .getKysely<AnyTables>()
    .selectFrom(tx.em.getMetadata(entity).tableName)
    .selectAll()
    .forNoKeyUpdate()
    .$castTo<EntityDictionary<Entity>>()
