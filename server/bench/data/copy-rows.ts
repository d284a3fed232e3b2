import type { Client } from 'pg'

/** A column's value as an SQL expression; `t` is the row that is copied. */
export type Changes = Record<string, string>

/**
 * The beginning of an insert of copies of the table's row `t`, up to `from`: every column is copied but the changed
 * ones. Rows that the service itself wrote are copied, so a new column needs no change here.
 */
export async function copyOf(client: Client, table: string, changes: Changes): Promise<string> {
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
