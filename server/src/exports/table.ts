/**
 * The kind of a column's values. The kind determines how a file format writes the values.
 *
 * - `money`: centavos; `percent`: hundredths of a percent; `count`: an integer
 * - `time`: a date and time; `flag`: a boolean
 * - `code`: a value of an enumeration; `text`: anything else
 */
export type ColumnKind = 'text' | 'code' | 'flag' | 'count' | 'money' | 'percent' | 'time'

/** A value of a column, or null. A `bigint` is money or percent. */
export type Value = string | number | bigint | boolean | Date | null

/** A column of a file. `labels` maps codes and flags to display texts. */
export interface FileColumn {
  id: string
  kind: ColumnKind
  header: string
  labels: ReadonlyMap<string, string>
}

/** A file to be written. `title` names its sheet, and `zone` is the zone of its times. */
export interface Table {
  columns: readonly FileColumn[]
  title: string
  zone: string
}

/** The rows of a table, yielded one page at a time. */
export type RowPages = AsyncIterable<readonly (readonly Value[])[]>

/**
 * Returns the label of a code or a flag. If a code such as `job:name` has no label, returns the label of `job`. Without
 * any label, returns the code.
 */
export function labelOf({ labels }: FileColumn, value: string | boolean): string {
  const code = String(value)
  const [kind = ''] = code.split(':', 1)
  return labels.get(code) ?? labels.get(kind) ?? code
}

/** Returns the heading of a column. For a column of times, the heading contains the zone. */
export const headingOf = (column: FileColumn, zone: string): string =>
  column.kind === 'time' ? `${column.header} (${zone})` : column.header
