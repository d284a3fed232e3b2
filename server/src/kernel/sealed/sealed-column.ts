import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Context } from '../context.ts'
import type { Sealed } from '../vault.ts'

/**
 * A column with sealed values, and the column with the id of each value's encryption key. Both columns are null if
 * there is no value.
 */
export interface SealedColumn {
  table: string
  /** The uuid columns of the primary key, in the order of its index. The last column is the id of the owner. */
  key: readonly string[]
  box: string
  keyId: string
  /** Returns the `owner` with which the vault sealed the value of a row. */
  owner: (id: string) => string
}

/** A row with a sealed value. */
export interface SealedRow extends Sealed {
  key: string[]
}

/** Returns the name of a column for messages: `charge.payer_document_box`. */
export const columnName = ({ table, box }: SealedColumn): string => `${table}.${box}`

type SealedTables = Record<string, Record<string, string | Buffer | null>>

/** Returns a query builder for tables whose names are known only at run time. */
export const sealedTables = (ctx: Context): Kysely<SealedTables> => ctx.em.getKysely<SealedTables>()

/** Returns a key that sorts before every row, because no id is the nil UUID. */
export const firstKey = ({ key }: SealedColumn): string[] =>
  key.map(() => '00000000-0000-0000-0000-000000000000')

/** Returns the SQL condition that compares the primary key of a row with `values`. */
export function compareKey(
  { key }: SealedColumn,
  operator: '>' | '<=',
  values: readonly string[],
): RawBuilder<boolean> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  return sql<boolean>`(${columns}) ${sql.raw(operator)} (${sql.join(values)})`
}

/** Returns the values of the primary key in a row that a query returned. */
export const keyOf = ({ key }: SealedColumn, row: Record<string, unknown>): string[] =>
  key.map((column) => String(row[column]))
