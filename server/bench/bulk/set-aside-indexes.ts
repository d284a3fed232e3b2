import type { Client } from 'pg'

interface Definition {
  table: string
  name: string
  definition: string
}

interface SetAside {
  foreignKeys: Definition[]
  keys: Definition[]
  indexes: Definition[]
}

const CONSTRAINTS = `
  select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = any($2::"char"[])
    and (conrelid = any($1::regclass[]) or contype = 'f' and confrelid = any($1::regclass[]))
  order by 1, 2`

const INDEXES = `
  select i.indrelid::regclass::text as "table", i.indexrelid::regclass::text as name,
    pg_get_indexdef(i.indexrelid) as definition
  from pg_index i where i.indrelid = any($1::regclass[])
    and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u'))
  order by 1, 2`

/**
 * Runs `work` while the tables have neither indexes nor unique nor foreign keys, then makes them as they were: built
 * at once from rows that are there, and every key checked by the database itself.
 * @throws Error when a row breaks a key, or when anything differs from before.
 */
export async function withoutIndexes(
  clients: readonly [Client, ...Client[]],
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<{ workSeconds: number; indexSeconds: number }> {
  const [client] = clients
  const before = await read(client, tables)
  for (const { table, name } of [...before.foreignKeys, ...before.keys])
    await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { name } of before.indexes) await client.query(`drop index ${name}`)
  const startedMs = performance.now()
  await work()
  const loadedMs = performance.now()
  await make(clients, before)
  if (JSON.stringify(await read(client, tables)) !== JSON.stringify(before))
    throw new Error('bench: the indexes after the load are not those before it')
  return { workSeconds: (loadedMs - startedMs) / 1000, indexSeconds: (performance.now() - loadedMs) / 1000 }
}

async function read(client: Client, tables: readonly string[]): Promise<SetAside> {
  const constraints = async (...kinds: string[]) =>
    (await client.query<Definition>(CONSTRAINTS, [tables, kinds])).rows
  return {
    foreignKeys: await constraints('f'),
    keys: await constraints('p', 'u'),
    indexes: (await client.query<Definition>(INDEXES, [tables])).rows,
  }
}

/** Each connection takes a whole table, the one with the most indexes first: a key waits for its table alone. */
async function make(clients: readonly Client[], { foreignKeys, keys, indexes }: SetAside): Promise<void> {
  const statements = Map.groupBy(
    [...keys.map((key) => ({ ...key, statement: addConstraint(key) })), ...indexes.map(indexStatement)],
    ({ table }) => table,
  )
  const waiting = Array.from(statements.values()).toSorted((a, b) => b.length - a.length)
  await Promise.all(
    clients.map(async (client) => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        for (const { statement } of next) await client.query(statement)
    }),
  )
  for (const key of foreignKeys) await clients[0]?.query(addConstraint(key))
}

const indexStatement = (index: Definition) => ({ ...index, statement: index.definition })

const addConstraint = ({ table, name, definition }: Definition): string =>
  `alter table ${table} add constraint ${name} ${definition}`
