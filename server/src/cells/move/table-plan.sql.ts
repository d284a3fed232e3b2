import { escapeIdentifier, type Client } from 'pg'
import { merchantColumn, MOVED_TABLES, type MovedTable } from './rules.ts'

/** A moved table with its columns and its key, as the database has them. */
export interface TablePlan extends MovedTable {
  columns: readonly string[]
  key: readonly string[]
  /** Whether the key is the primary key, so that an insert can replace a row. */
  hasPrimaryKey: boolean
}

/** Reads the columns and the primary key of each moved table, in the order of the rules. */
export async function readPlan(client: Client): Promise<TablePlan[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; key: string[] }>(
    `select c.relname as name,
       array(select attname::text from pg_attribute
         where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attname) as columns,
       array(select a.attname::text from pg_index i cross join lateral unnest(i.indkey) with ordinality k (attnum, n)
         join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
         where i.indrelid = c.oid and i.indisprimary order by k.n) as key
     from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relname = any($1)`,
    [MOVED_TABLES.map(({ name }) => name)],
  )
  return MOVED_TABLES.map((rule) => {
    const found = rows.find(({ name }) => name === rule.name)
    if (!found) throw new Error(`BUG: readPlan: there is no table ${rule.name}`)
    return { ...rule, columns: found.columns, key: rule.key ?? found.key, hasPrimaryKey: !rule.key }
  })
}

/** Returns names of columns as a list in SQL, each with the alias of its table. */
export const list = (names: readonly string[], alias?: string): string =>
  names.map((name) => (alias === undefined ? '' : `${alias}.`) + escapeIdentifier(name)).join(', ')

/** Returns the SQL condition that a row `t` belongs to the merchant `$1`. */
export function ofMerchant(table: MovedTable): string {
  const column = merchantColumn(table)
  if (column !== undefined) return `t.${escapeIdentifier(column)} = $1::uuid`
  const { parent = '', column: child = '' } = table.through ?? {}
  return `t.${escapeIdentifier(child)} in (select id from ${escapeIdentifier(parent)} where merchant_id = $1::uuid)`
}

/** Returns the SQL condition that the rows `t` and `k` have the same key. */
export const sameKey = ({ key }: TablePlan): string =>
  key.map((name) => `t.${escapeIdentifier(name)} = k.${escapeIdentifier(name)}`).join(' and ')

/** Returns the SQL expression for the rows in the JSON of the parameter `$n`, as rows of the table. */
export const given = ({ name }: TablePlan, n: number): string =>
  `json_populate_recordset(null::${escapeIdentifier(name)}, $${n}::json)`
