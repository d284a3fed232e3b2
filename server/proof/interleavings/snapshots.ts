import { Client, escapeIdentifier, escapeLiteral } from 'pg'

interface Table {
  name: string
  /** The columns that are not generated. */
  columns: string
}

interface Snapshot {
  /** The digest of each table. */
  digests: Map<string, string>
  /** The statements that set the sequences. */
  sequences: string
}

/**
 * Copies of all rows of a small database, by name. Restoring a copy replaces only the tables that changed. It needs a
 * superuser, because it turns the triggers and the foreign keys off.
 */
export class Snapshots {
  readonly #client: Client
  readonly #tables: readonly Table[]
  readonly #digestStatement: string
  readonly #taken = new Map<string, Snapshot>()

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
      return `select setval(${quoted}, ${last ?? '1'}, ${last === null ? 'false' : 'true'})`
    })
    this.#taken.set(name, { digests: await this.#digests(), sequences: sequences.join('; ') })
  }

  /** Returns a text that is the same for two states of the database with the same rows. */
  async digest(): Promise<string> {
    const digests = await this.#digests()
    return Array.from(digests.values()).join('')
  }

  /** Restores the rows that `take` copied. */
  async restore(name: string): Promise<void> {
    const taken = this.#taken.get(name)
    if (!taken) throw new Error(`BUG: restore: there is no snapshot ${name}`)
    const current = await this.#digests()
    const schema = escapeIdentifier(`snapshot_${name}`)
    const changed = this.#tables.filter(({ name: table }) => current.get(table) !== taken.digests.get(table))
    const statements = changed.flatMap(({ name: table, columns }) => {
      const quoted = escapeIdentifier(table)
      return [
        `delete from public.${quoted}`,
        `insert into public.${quoted} (${columns}) overriding system value
           select ${columns} from ${schema}.${quoted}`,
      ]
    })
    await this.#client.query([...statements, taken.sequences].join(';\n'))
  }

  async close(): Promise<void> {
    await this.#client.end()
  }

  async #digests(): Promise<Map<string, string>> {
    const { rows } = await this.#client.query<{ name: string; digest: string }>({
      name: 'digest',
      text: this.#digestStatement,
    })
    return new Map(rows.map(({ name, digest }) => [name, digest]))
  }
}

const digestOf = ({ name }: Table): string =>
  `select ${escapeLiteral(name)} as name,
     coalesce((select md5(string_agg(t::text, ',' order by t::text)) from public.${escapeIdentifier(name)} as t), '')
       as digest`

/** The tables with rows, and without the tables of the migrations. Partitions count, partitioned tables do not. */
const TABLES = `
  select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'migration%'
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  group by c.relname order by c.relname`

const SEQUENCES = `select sequencename as name, last_value from pg_sequences where schemaname = 'public'`
