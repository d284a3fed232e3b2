import type { Context } from '../kernel/context.ts'
import { countKeys } from '../kernel/sealed/count-keys.ts'
import { columnName } from '../kernel/sealed/sealed-column.ts'
import { SEALED_COLUMNS } from './sealed-columns.ts'

/** A report on the encryption keys: which are in use, which can be removed, and which are missing. */
export interface KeyReport {
  /** The id of the key with which the vault encrypts new values. */
  first: string
  /** For each sealed column, the number of rows by key id. */
  columns: { column: string; keys: ReadonlyMap<string, number> }[]
  /** Configured keys, other than the first, that no row uses. */
  removable: string[]
  /** Keys that rows use but that are not configured. */
  missing: string[]
  /** The number of rows that `secrets rotate` can still re-encrypt with the first key. */
  staleCount: number
}

/** Counts the rows of every sealed column by encryption key. */
export async function reportKeys(ctx: Context): Promise<KeyReport> {
  const columns: KeyReport['columns'] = []
  for (const column of SEALED_COLUMNS)
    columns.push({ column: columnName(column), keys: await countKeys(ctx, column) })
  const [first, ...others] = ctx.vault.keyIds
  const used = new Set(columns.flatMap(({ keys }) => Array.from(keys.keys())))
  return {
    first,
    columns,
    removable: others.filter((id) => !used.has(id)),
    missing: Array.from(used).filter((id) => !ctx.vault.keyIds.includes(id)),
    staleCount: columns.reduce((sum, { keys }) => sum + countOf(keys, others), 0),
  }
}

/** Returns how many rows use one of these keys. */
export const countOf = (keys: ReadonlyMap<string, number>, ids: readonly string[]): number =>
  ids.reduce((sum, id) => sum + (keys.get(id) ?? 0), 0)

/** Formats the report as JSON, for scripts. */
export const jsonOf = ({ first, columns, removable, missing, staleCount }: KeyReport): object => ({
  first_key: first,
  columns: Object.fromEntries(columns.map(({ column, keys }) => [column, Object.fromEntries(keys)])),
  removable_keys: removable,
  missing_keys: missing,
  stale_rows: staleCount,
})

/** Formats the report as text, for people. */
export function textOf({ first, columns, removable, missing, staleCount }: KeyReport): string {
  const width = Math.max(...columns.map(({ column }) => column.length))
  const lines = columns.map(({ column, keys }) => {
    const counts = Array.from(keys, ([id, count]) => `${id} ${count}`).toSorted()
    return `  ${column.padEnd(width)}  ${counts.join(', ') || 'empty'}`
  })
  return [
    'Rows by encryption key:',
    ...lines,
    `The key ${first} encrypts new values.`,
    ...(staleCount > 0 ? [`${staleCount} rows use another key: run "secrets rotate".`] : []),
    ...removable.map((id) => `No row uses the key ${id}: it can be removed from ENCRYPTION_KEYS.`),
    ...missing.map((id) => `Rows use the key ${id}, which is not in ENCRYPTION_KEYS: add this key again.`),
  ].join('\n')
}
