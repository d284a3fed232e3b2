import { MikroORM } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ENTITIES } from './entities.ts'
import { sql } from './kernel/database/sql.ts'
import { World } from './testing/world.ts'

/** The tables without an entity. Only the migrator reads and writes table `migration`. */
const WITHOUT_ENTITY = ['migration']

interface Column {
  name: string
  type: string
  nullable: boolean
}

let world: World
let orm: MikroORM
const tables = new Map<string, Column[]>()

beforeAll(async () => {
  world = await World.start()
  orm = await MikroORM.init({ entities: ENTITIES, clientUrl: inject('postgres').applicationUrl })
  const rows = await sql<Column & { table: string }>(
    world.context(),
    `select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
       not a.attnotnull as nullable
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     order by c.relname, a.attname`,
  )
  for (const { table, ...column } of rows) tables.set(table, [...(tables.get(table) ?? []), column])
})
afterAll(async () => {
  await orm.close()
  await world.stop()
})

/** Returns a column type of the ORM's metadata, written as PostgreSQL's function `format_type` writes it. */
function canonical(type: string): string {
  const [, name = '', precision = '', array = ''] = /^([a-z ]+\d?)(\(\d+\))?(\[\])?$/.exec(type) ?? []
  const known: Record<string, string> = {
    int: 'integer',
    int8: 'bigint',
    timestamptz: `timestamp${precision} with time zone`,
    varchar: `character varying${precision}`,
  }
  return `${known[name] ?? name}${array}`
}

/** Returns the ORM's metadata of every entity, by entity name. */
const mapped = () =>
  new Map(Array.from(orm.getMetadata().getAll().values(), (meta) => [meta.className, meta]))

const columnsOf = (entity: string): Column[] =>
  Object.values(mapped().get(entity)?.properties ?? {})
    .flatMap((property) =>
      property.fieldNames.map((name, index) => ({
        name,
        type: canonical(property.columnTypes[index] ?? ''),
        nullable: property.nullable ?? false,
      })),
    )
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))

test('every table has an entity', () => {
  const names = Array.from(mapped().values(), ({ tableName }) => tableName)
  const expected = Array.from(tables.keys()).filter((table) => !WITHOUT_ENTITY.includes(table))
  expect(names.toSorted()).toEqual(expected.toSorted())
})

test.each(ENTITIES.map(({ name }) => name))(
  'the entity %s has the columns of its table, with the same types and nullability',
  (entity) => {
    const columns = tables.get(mapped().get(entity)?.tableName ?? '') ?? []
    expect(columnsOf(entity)).toEqual(columns.toSorted((one, other) => (one.name < other.name ? -1 : 1)))
  },
)
