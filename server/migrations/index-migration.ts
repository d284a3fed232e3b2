import { Migration } from '@mikro-orm/migrations'

/** An index that is built while other sessions write to the table. */
export interface NewIndex {
  /** The name, at most 40 characters, because the indexes of partitions add the name of their partition. */
  name: string
  table: string
  isUnique?: boolean
  /** The part of `create index` after the table, for example `(merchant_id, id) where status = 'open'`. */
  definition: string
}

/**
 * A migration that builds or drops indexes with CONCURRENTLY. The migration runner executes its steps outside a
 * transaction. Every step can be repeated: if a run is killed, the next run drops an invalid index and builds it again.
 * On a partitioned table, the runner builds an index on each partition and attaches it. An index migration contains no
 * other statements.
 */
export abstract class IndexMigration extends Migration {
  readonly build: readonly NewIndex[] = []
  /** The names of the indexes to drop after the builds. */
  readonly drop: readonly string[] = []

  override isTransactional(): boolean {
    return false
  }

  /** Adds the statements that the runner executes for tables without partitions. */
  override up(): void {
    for (const index of this.build) this.addSql(createIndexStatement(index))
    for (const name of this.drop) this.addSql(`drop index concurrently if exists ${name}`)
  }
}

/**
 * Returns the statement that builds the index. `on only` builds the index of a partitioned table without those of its
 * partitions.
 */
export function createIndexStatement(
  { name, table, isUnique, definition }: NewIndex,
  how: 'concurrently' | 'on only' = 'concurrently',
): string {
  const [concurrently, only] = how === 'concurrently' ? [' concurrently', ''] : ['', ' only']
  return `create${isUnique ? ' unique' : ''} index${concurrently} if not exists ${name} on${only} ${table} ${definition}`
}
