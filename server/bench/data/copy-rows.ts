import type { Client } from 'pg'

/** Column values as SQL expressions, by column. `t` is the copied row. */
export type Changes = Record<string, string>

/**
 * Returns the start of an INSERT, up to `from`. It copies row `t` of a table and replaces the changed columns. The
 * service itself wrote the copied rows, so a new column needs no change here.
 */
export async function insertCopiesOf(client: Client, table: string, changes: Changes): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  )
  const columns = rows.map(({ name }) => name)
  const unknown = Object.keys(changes).filter((name) => !columns.includes(name))
  if (unknown.length > 0) throw new Error(`BUG: ${table} has no column ${unknown.join(', ')}`)
  const values = columns.map((name) => changes[name] ?? `t.${name}`)
  return `insert into ${table} (${columns.join(', ')}) select ${values.join(', ')}`
}
