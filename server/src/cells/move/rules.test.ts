import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../kernel/database/sql.ts'
import { World } from '../../testing/world.ts'
import { CELL_TABLES, merchantColumn, MOVED_TABLES, OTHER_MERCHANT_TABLES } from './rules.ts'

interface StoredTable {
  name: string
  columns: string[]
  key: string[]
  parents: string[]
  hasTrigger: boolean
}

let world: World
let tables: StoredTable[]
beforeAll(async () => {
  world = await World.start()
  tables = await sql<StoredTable>(
    world.context(),
    `select c.relname as name,
       array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
       array(select a.attname::text from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
         where i.indrelid = c.oid and i.indisprimary) as key,
       array(select distinct confrelid::regclass::text from pg_constraint
         where contype = 'f' and conrelid = c.oid and confrelid <> c.oid) as parents,
       exists (select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as "hasTrigger"
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  )
})
afterAll(() => world.stop())

const moved = MOVED_TABLES.map(({ name }) => name)
const find = (name: string): StoredTable => {
  const table = tables.find((one) => one.name === name)
  if (!table) throw new Error(`there is no table ${name}`)
  return table
}

test('every table has exactly one rule for the move of a merchant', () => {
  const ruled = [...moved, ...Object.keys(OTHER_MERCHANT_TABLES), ...Object.keys(CELL_TABLES)]
  expect(ruled.toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
})

test('every table with the column merchant_id has a rule for moving, except directory and sandbox tables', () => {
  // These tables name merchants, but their rows belong to the directory or to the sandbox database.
  const named = ['cell_api_key', 'cell_merchant']
  const withMerchant = tables.filter(({ columns }) => columns.includes('merchant_id')).map(({ name }) => name)
  const unruled = withMerchant.filter((name) => !moved.includes(name) && !(name in OTHER_MERCHANT_TABLES))
  expect(unruled.filter((name) => CELL_TABLES[name] !== 'sandbox').toSorted()).toEqual(named)
})

test('a moved table follows the tables to which its foreign keys refer', () => {
  const early = MOVED_TABLES.flatMap(({ name, later = [] }, index) =>
    find(name)
      .parents.filter((parent) => later.length === 0 && moved.indexOf(parent) >= index)
      .map((parent) => `${name} precedes ${parent}`),
  )
  expect(early).toEqual([])
})

test('a foreign key of a table that moves refers to a table that moves', () => {
  const outside = moved.flatMap((name) => find(name).parents.filter((parent) => !moved.includes(parent)))
  expect(outside).toEqual([])
})

test('the rules name columns that exist, and every moved table has a key', () => {
  for (const rule of MOVED_TABLES) {
    const { columns, key } = find(rule.name)
    const named = [
      merchantColumn(rule) ?? rule.through?.column,
      ...(rule.key ?? []),
      ...(rule.order ?? []),
      ...(rule.later ?? []),
      ...(rule.merges ? [rule.merges.unique, rule.merges.latest, ...rule.merges.owner] : []),
    ]
    expect([rule.name, named.filter((column) => !columns.includes(column ?? ''))]).toEqual([rule.name, []])
    expect([rule.name, (rule.key ?? key).length > 0]).toEqual([rule.name, true])
    expect([rule.name, rule.hasPixAccount === true]).toEqual([rule.name, columns.includes('pix_account_id')])
  }
})

test('webhook_event, whose trigger queues events for the feed, is the only moved table with a trigger', () => {
  expect(moved.filter((name) => find(name).hasTrigger)).toEqual(['webhook_event'])
})
