import { sql } from 'kysely'
import type { Context } from '../context.ts'
import {
  compareKey,
  firstKey,
  keyOf,
  sealedTables,
  type SealedColumn,
  type SealedRow,
} from './sealed-column.ts'

/** The number of rows that one SQL statement reads and that one transaction locks. */
const BATCH = 500
const PASSES_MAX = 10
const PASS_PAUSE_MS = 1_000

/** The result of `resealColumn`, in rows. */
export interface Resealed {
  /** The number of rows that this run has encrypted with the first key. */
  changed: number
  /**
   * The number of rows that could not be decrypted: the value was altered, or the configured key with the key id of the
   * row is not the key that encrypted the value.
   */
  unreadable: number
}

/**
 * Finds the values of a column whose key is configured but is not the first key. Decrypts each value and encrypts it
 * with the first key. Ignores values whose key is not configured. Reads the table in the order of its primary key, in
 * short SQL statements. A row that another transaction has locked or changes meanwhile is skipped, and tried again in
 * the next pass. Makes at most PASSES_MAX passes. The process may be killed at any time: the next run finds the
 * remaining values. Calls `onProgress` with the number of changed rows so far.
 */
export async function resealColumn(
  ctx: Context,
  column: SealedColumn,
  onProgress: (changed: number) => void = () => undefined,
): Promise<Resealed> {
  const total: Resealed = { changed: 0, unreadable: 0 }
  for (let passes = 1; passes <= PASSES_MAX; passes++) {
    const pass = await resealOnce(ctx, column, (changed) => onProgress(total.changed + changed))
    total.changed += pass.changed
    total.unreadable = pass.unreadable
    if (pass.skipped === 0) break
    await ctx.clock.sleep(PASS_PAUSE_MS)
  }
  return total
}

async function resealOnce(
  ctx: Context,
  column: SealedColumn,
  onProgress: (changed: number) => void,
): Promise<Resealed & { skipped: number }> {
  const pass = { changed: 0, unreadable: 0, skipped: 0 }
  for (let after: string[] | undefined = firstKey(column); after;) {
    const window = await readWindow(ctx, column, after)
    const stale = window.rows.filter(({ keyId }) => isStale(ctx, keyId))
    const sealed = stale.flatMap((row) => reseal(ctx, column, row))
    const changed = sealed.length === 0 ? 0 : await replace(ctx, column, sealed)
    pass.changed += changed
    pass.unreadable += stale.length - sealed.length
    pass.skipped += sealed.length - changed
    onProgress(pass.changed)
    after = window.end
  }
  return pass
}

/** Returns whether a value was encrypted with a configured key other than the first key. */
const isStale = ({ vault }: Context, keyId: string): boolean => vault.keyIds.indexOf(keyId) > 0

/**
 * Reads the sealed values of the next rows. `end` is the primary key of the last row; undefined at the end of the
 * table.
 */
async function readWindow(
  ctx: Context,
  column: SealedColumn,
  after: readonly string[],
): Promise<{ rows: SealedRow[]; end: string[] | undefined }> {
  let query = sealedTables(ctx)
    .selectFrom(column.table)
    .select([...column.key, column.box, column.keyId])
  for (const name of column.key) query = query.orderBy(name)
  const found = await query
    .where(compareKey(column, '>', after))
    .limit(BATCH)
    .execute()
  const rows = found.flatMap((row) => {
    const [box, keyId] = [row[column.box], row[column.keyId]]
    return Buffer.isBuffer(box) && typeof keyId === 'string' ? [{ key: keyOf(column, row), box, keyId }] : []
  })
  const last = found.at(BATCH - 1)
  return { rows, end: last && keyOf(column, last) }
}

/**
 * Returns a list that contains only the row with its new value; an empty list if the stored value cannot be decrypted.
 */
function reseal({ vault }: Context, column: SealedColumn, row: SealedRow): (SealedRow & { fresh: Buffer })[] {
  const owner = column.owner(row.key.at(-1) ?? '')
  try {
    return [{ ...row, fresh: vault.seal(vault.open(row, owner), owner).box }]
  } catch {
    return []
  }
}

/**
 * Stores new values with one SQL statement. Changes only rows that still contain the old value and that no other
 * transaction has locked. So this SQL statement never waits for a lock and cannot be part of a deadlock. Returns the
 * number of changed rows.
 */
async function replace(
  ctx: Context,
  column: SealedColumn,
  rows: readonly (SealedRow & { fresh: Buffer })[],
): Promise<number> {
  const keys = column.key.map((_, at) => sql`${rows.map(({ key }) => key[at])}::uuid[]`)
  const [old, fresh] = [rows.map(({ box }) => box), rows.map((row) => row.fresh)]
  const names = column.key.map((name) => sql.ref(name))
  const given = sql<
    Record<string, string | Buffer>
  >`unnest(${sql.join(keys)}, ${old}::bytea[], ${fresh}::bytea[])`
  const result = await sealedTables(ctx)
    .with('free', (query) =>
      query
        .selectFrom(`${column.table} as stored`)
        .innerJoin(given.as<'given'>(sql`given (${sql.join(names)}, old_box, fresh_box)`), (join) =>
          column.key.reduce((on, name) => on.onRef(`given.${name}`, '=', `stored.${name}`), join),
        )
        .whereRef(`stored.${column.box}`, '=', 'given.old_box')
        .select([...column.key.map((name) => `stored.${name}`), 'given.fresh_box'])
        .forNoKeyUpdate('stored')
        .skipLocked(),
    )
    .updateTable(`${column.table} as target`)
    .from('free')
    .set((eb) => ({ [column.box]: eb.ref('free.fresh_box'), [column.keyId]: ctx.vault.keyIds[0] }))
    .where((eb) => eb.and(column.key.map((name) => eb(`target.${name}`, '=', eb.ref(`free.${name}`)))))
    .executeTakeFirstOrThrow()
  return Number(result.numUpdatedRows)
}
