import { Client, escapeIdentifier, escapeLiteral } from 'pg'

interface Table {
  name: string
  /** The columns that are not generated. */
  columns: string
  hasKey: boolean
}

/** The digest of each table. */
type Digests = ReadonlyMap<string, string>

/**
 * Copies of all rows of a small database, by name. Restoring a copy replaces only the rows that changed. The restore
 * needs a superuser, because it turns off triggers and foreign keys.
 */
export class Snapshots {
  readonly #client: Client
  readonly #tables: readonly Table[]
  readonly #digestStatement: string
  readonly #taken = new Map<string, Digests>()
  /** The digests of the current rows, if `digest` was called after the last change. */
  #current: Digests | undefined

  private constructor(client: Client, tables: readonly Table[]) {
    this.#client = client
    this.#tables = tables
    this.#digestStatement = tables.map(digestOf).join(' union all ')
  }

  static async open(superuserUrl: string): Promise<Snapshots> {
    const client = new Client({ connectionString: superuserUrl })
    await client.connect()
    const { rows } = await client.query<Table>(TABLES)
    await client.query('set session_replication_role = replica')
    return new Snapshots(client, rows)
  }

  /** Stores a copy of the current rows. */
  async take(name: string): Promise<void> {
    const schema = escapeIdentifier(`snapshot_${name}`)
    const copies = this.#tables.map(({ name: table }) => {
      const quoted = escapeIdentifier(table)
      return `create table ${schema}.${quoted} as table public.${quoted}`
    })
    await this.#client.query([`create schema ${schema}`, ...copies].join(';\n'))
    const { rows } = await this.#client.query<{ name: string; last_value: string | null }>(SEQUENCES)
    const sequences = rows.map(({ name: sequence, last_value: last }) => {
      const quoted = escapeLiteral(`public.${escapeIdentifier(sequence)}`)
      return `perform setval(${quoted}, ${last ?? '1'}, ${last === null ? 'false' : 'true'});`
    })
    const body = [...this.#tables.map((table) => restoreOf(schema, table)), ...sequences].join('\n')
    await this.#client.query(
      `create function ${schema}.restore(changed text[]) returns void language plpgsql
       as ${escapeLiteral(`begin\n${body}\nend`)}`,
    )
    this.#taken.set(name, await this.#digests())
  }

  /**
   * Returns a text that is the same for two states of the database with the same rows. A `restore` right after this
   * call uses its result, so the rows must not change between the two calls.
   */
  async digest(): Promise<string> {
    this.#current = await this.#digests()
    return Array.from(this.#current.values()).join(' ')
  }

  /** Restores the rows that `take` copied. */
  async restore(name: string): Promise<void> {
    const taken = this.#taken.get(name)
    if (!taken) throw new Error(`BUG: restore: there is no snapshot ${name}`)
    const current = this.#current ?? (await this.#digests())
    this.#current = undefined
    const changed = this.#tables
      .map(({ name: table }) => table)
      .filter((table) => current.get(table) !== taken.get(table))
    await this.#client.query({
      name: `restore ${name}`,
      text: `select ${escapeIdentifier(`snapshot_${name}`)}.restore($1)`,
      values: [changed],
    })
  }

  async close(): Promise<void> {
    await this.#client.end()
  }

  async #digests(): Promise<Digests> {
    const { rows } = await this.#client.query<{ name: string; digest: string }>({
      name: 'digest',
      text: this.#digestStatement,
    })
    return new Map(rows.map(({ name, digest }) => [name, digest]))
  }
}

/**
 * Returns statements of PL/pgSQL that restore a table. A table without a key may have equal rows, so all of its rows
 * are replaced.
 */
function restoreOf(schema: string, { name, columns, hasKey }: Table): string {
  const current = `public.${escapeIdentifier(name)}`
  const copy = `${schema}.${escapeIdentifier(name)}`
  const [isNew, isMissing] = hasKey
    ? [
        `not exists (select from ${copy} as s where s::text = c::text)`,
        `not exists (select from ${current} as c where c::text = s::text)`,
      ]
    : ['true', 'true']
  return `if ${escapeLiteral(name)} = any(changed) then
    delete from ${current} as c where ${isNew};
    insert into ${current} (${columns}) overriding system value
      select ${columns} from ${copy} as s where ${isMissing};
  end if;`
}

/** The sum of the hashes of the rows does not depend on their order, so the rows need not be sorted. */
const digestOf = ({ name }: Table): string =>
  `select ${escapeLiteral(name)} as name,
     (select count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)), 0) from public.${escapeIdentifier(name)} as t)
       as digest`

/**
 * Selects the tables that store rows, except those of the migrations. A partitioned table stores no rows; its
 * partitions do.
 */
const TABLES = `
  select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns,
    exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary) as "hasKey"
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'migration%'
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  group by c.oid, c.relname order by c.relname`

const SEQUENCES = `select sequencename as name, last_value from pg_sequences where schemaname = 'public'`
