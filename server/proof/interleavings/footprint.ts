import type { Client } from 'pg'

/** The tables that a step touches. A partition counts as its parent. */
export interface Tables {
  /** The tables whose committed rows the step reads. */
  reads: ReadonlySet<string>
  /** The tables in which the step writes or locks rows. */
  locks: ReadonlySet<string>
  /**
   * The tables that a foreign key connects with a written table. PostgreSQL may lock rows in these tables to check the
   * key. Such locks do not exclude each other.
   */
  shares: ReadonlySet<string>
}

/** The parts of a database that SQL statements can touch. */
export interface Catalog {
  /** The names of all tables and partitions, each with the name of its table. */
  tables: ReadonlyMap<string, string>
  /** The bodies of the functions, by name. */
  functions: ReadonlyMap<string, string>
  /** The names of the functions that triggers of a table call. */
  triggers: ReadonlyMap<string, readonly string[]>
  /** The tables to which the foreign keys of a table refer. */
  parents: ReadonlyMap<string, readonly string[]>
  /** The tables whose rows are deleted with the rows of a table. */
  dependents: ReadonlyMap<string, readonly string[]>
}

export const NO_TABLES: Tables = { reads: new Set(), locks: new Set(), shares: new Set() }

const LOCKS_ROWS = /\bfor (no key update|update|key share|share)\b/i
const TARGET =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate)\s+(?:only\s+)?(?:public\.)?"?(\w+)"?/gi
/** Functions of PostgreSQL with effects outside of tables. Each of these functions counts as one table. */
const GLOBAL = /\b(pg_(?:try_)?advisory|nextval|setval)/i

/** Returns the union of several footprints. */
export const joinTables = (...all: readonly Tables[]): Tables => ({
  reads: new Set(all.flatMap(({ reads }) => Array.from(reads))),
  locks: new Set(all.flatMap(({ locks }) => Array.from(locks))),
  shares: new Set(all.flatMap(({ shares }) => Array.from(shares))),
})

/**
 * Returns the tables that an SQL statement touches, including those of its functions, triggers and foreign keys.
 * Returns undefined if the statement, or a function that it calls, builds SQL at run time. The result may contain too
 * many tables, but never too few.
 */
export function tablesOf(catalog: Catalog, text: string, known = new Set<string>()): Tables | undefined {
  if (/\bexecute\b/i.test(text)) return undefined
  const words = new Set(text.toLowerCase().match(/[a-z_]\w*/g))
  const named = rootsOf(catalog, words)
  const targets = rootsOf(
    catalog,
    Array.from(text.matchAll(TARGET), ([, name]) => name ?? ''),
  )
  const global = GLOBAL.exec(text)?.[1]
  const own: Tables = {
    reads: named,
    locks: new Set([
      ...(LOCKS_ROWS.test(text) ? named : targets),
      ...Array.from(targets).flatMap((table) => catalog.dependents.get(table) ?? []),
      ...(global === undefined ? [] : [global.toLowerCase()]),
    ]),
    shares: new Set(Array.from(targets).flatMap((table) => relativesOf(catalog, table))),
  }
  const called = [
    ...Array.from(words).filter((word) => catalog.functions.has(word)),
    ...Array.from(targets).flatMap((table) => catalog.triggers.get(table) ?? []),
  ].filter((name) => !known.has(name))
  const parts = called.map((name) =>
    tablesOf(catalog, catalog.functions.get(name) ?? '', new Set([...known, ...called])),
  )
  const certain = parts.filter((part) => part !== undefined)
  return certain.length === parts.length ? joinTables(own, ...certain) : undefined
}

const rootsOf = ({ tables }: Catalog, words: Iterable<string>): Set<string> =>
  new Set(Array.from(words).flatMap((word) => tables.get(word) ?? []))

/**
 * Returns the tables to which the foreign keys of a table refer, and the tables whose foreign keys refer to this table.
 */
const relativesOf = ({ parents }: Catalog, table: string): string[] => [
  ...(parents.get(table) ?? []),
  ...Array.from(parents).flatMap(([child, ofChild]) => (ofChild.includes(table) ? [child] : [])),
]

const TABLES = `
  select c.relname as name, coalesce(p.relname, c.relname) as root
  from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`

const FUNCTIONS = `
  select proname as name, coalesce(pg_get_function_sqlbody(oid), prosrc) as body from pg_proc
  where pronamespace = 'public'::regnamespace`

const TRIGGERS = `
  select distinct c.relname as name, f.proname as called
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc f on f.oid = t.tgfoid
  where not t.tgisinternal and c.relnamespace = 'public'::regnamespace`

const PARENTS = `
  select distinct c.relname as name, p.relname as parent, k.confdeltype = 'c' as cascades
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
  where k.contype = 'f' and c.relnamespace = 'public'::regnamespace`

/** Reads the catalog of a database. @throws Error if the database has views, which hide the names of tables. */
export async function readCatalog(client: Client): Promise<Catalog> {
  const views = await client.query(
    `select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')`,
  )
  if (views.rows.length > 0)
    throw new Error('BUG: readCatalog: the database has views, which hide the names of tables')
  const tables = await client.query<{ name: string; root: string }>(TABLES)
  const functions = await client.query<{ name: string; body: string }>(FUNCTIONS)
  const triggers = await client.query<{ name: string; called: string }>(TRIGGERS)
  const parents = await client.query<{ name: string; parent: string; cascades: boolean }>(PARENTS)
  const roots = new Map(tables.rows.map(({ name, root }) => [name, root]))
  const rootOf = (name: string): string => roots.get(name) ?? name
  return {
    tables: roots,
    functions: new Map(functions.rows.map(({ name, body }) => [name, body])),
    triggers: grouped(triggers.rows.map(({ name, called }) => [rootOf(name), called])),
    parents: grouped(parents.rows.map(({ name, parent }) => [rootOf(name), rootOf(parent)])),
    dependents: grouped(
      parents.rows
        .filter(({ cascades }) => cascades)
        .map(({ name, parent }) => [rootOf(parent), rootOf(name)]),
    ),
  }
}

function grouped(pairs: readonly [string, string][]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const [name, value] of pairs) groups.set(name, [...(groups.get(name) ?? []), value])
  return groups
}
