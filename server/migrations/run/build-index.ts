import { createIndexStatement, type NewIndex } from '../index-migration.ts'
import { MigrationError } from './migration-error.ts'
import type { Runner } from './runner.ts'
import { inTransaction, outsideTransaction } from './with-retries.ts'

const IDENTIFIER_LENGTH_MAX = 63

/**
 * Builds an index while other sessions write. A build continues after a killed run: it keeps valid indexes, and drops
 * and rebuilds invalid indexes.
 * @throws MigrationError
 */
export async function buildIndex(runner: Runner, migration: string, index: NewIndex): Promise<void> {
  const isPartitioned = (await kindOf(runner, index.table)) === 'p'
  await (isPartitioned ? buildOnPartitions : buildOnTable)(runner, migration, index)
  if ((await stateOf(runner, index)) !== 'valid')
    throw new MigrationError(
      `${migration}: the index ${index.name} of ${index.table} is not valid after its build. Run "migrate" again, which builds the index again.`,
    )
}

/**
 * Drops an index while other sessions write to the table. Does nothing if the index does not exist. @throws
 * MigrationError
 */
export async function dropIndex(runner: Runner, migration: string, name: string): Promise<void> {
  runner.report(`${migration}: drops the index ${name}`)
  // Drops the index of a partitioned table without CONCURRENTLY, because PostgreSQL does not support it for such an
  // index.
  if ((await kindOf(runner, name)) !== 'I')
    return outsideTransaction(runner, migration, `drop index concurrently if exists ${name}`)
  await inTransaction(runner, migration, async (client) => {
    await client.query(`drop index ${name}`)
  })
}

async function buildOnTable(runner: Runner, migration: string, index: NewIndex): Promise<void> {
  const { name, table } = index
  const state = await stateOf(runner, index)
  if (state === 'valid') return runner.report(`${migration}: the index ${name} exists`)
  if (state === 'invalid') await dropIndex(runner, migration, name)
  runner.report(`${migration}: builds the index ${name} on ${table}`)
  await outsideTransaction(runner, migration, createIndexStatement(index))
}

/**
 * The index of a partitioned table becomes valid when an index of every partition is attached. If another session adds
 * a partition meanwhile, PostgreSQL itself creates the partition's index.
 */
async function buildOnPartitions(runner: Runner, migration: string, index: NewIndex): Promise<void> {
  await inTransaction(runner, migration, async (client) => {
    await client.query(createIndexStatement(index, 'on only'))
  })
  for (const partition of await partitionsWithout(runner, index)) {
    const name = `${index.name}_${partition.replace(`${index.table}_`, '')}`
    if (name.length > IDENTIFIER_LENGTH_MAX)
      throw new MigrationError(`${migration}: BUG: the index name ${name} is too long`)
    await buildOnTable(runner, migration, { ...index, name, table: partition })
    await inTransaction(runner, migration, async (client) => {
      await client.query(`alter index ${index.name} attach partition ${name}`)
    })
  }
}

const PARTITIONS_WITHOUT = `
  select c.oid::regclass::text as name from pg_inherits p join pg_class c on c.oid = p.inhrelid
  where p.inhparent = $1::regclass and not exists (
    select from pg_inherits attached join pg_index i on i.indexrelid = attached.inhrelid
    where attached.inhparent = $2::regclass and i.indrelid = c.oid)
  order by 1`

async function partitionsWithout({ client }: Runner, { table, name }: NewIndex): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(PARTITIONS_WITHOUT, [table, name])
  return rows.map((row) => row.name)
}

async function stateOf(
  { client }: Runner,
  { name, table }: NewIndex,
): Promise<'absent' | 'invalid' | 'valid'> {
  const { rows } = await client.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1) and indrelid = to_regclass($2)',
    [name, table],
  )
  if (!rows[0]) return 'absent'
  return rows[0].valid ? 'valid' : 'invalid'
}

async function kindOf({ client }: Runner, name: string): Promise<string | undefined> {
  const { rows } = await client.query<{ kind: string }>(
    'select relkind::text as kind from pg_class where oid = to_regclass($1)',
    [name],
  )
  return rows[0]?.kind
}
