/**
 * What a column holds, which says how a format writes it: `money` exact centavos, `percent` hundredths of a percent,
 * `time` a moment, `count` a whole number, `code` one of a few words of ours, `flag` yes or no, `text` anything else.
 */
export type ColumnKind = 'text' | 'code' | 'flag' | 'count' | 'money' | 'percent' | 'time'

/** A value of a column; null where there is none. `bigint` is money or percent. */
export type Value = string | number | bigint | boolean | Date | null

/** A column of a file: its values' kind, its heading, and the words in which its codes are auditFilter. */
export interface FileColumn {
  id: string
  kind: ColumnKind
  header: string
  labels: ReadonlyMap<string, string>
}

/** A file to be written: its columns, the name of its sheet, and the zone of its moments. */
export interface Table {
  columns: readonly FileColumn[]
  title: string
  zone: string
}

/** Rows a page at a time, as the database gives them. */
export type RowPages = AsyncIterable<readonly (readonly Value[])[]>

/** The word for a code or a flag, as its reader knows it; for `job:name` that of `job`, where none is its own. */
export function labelOf({ labels }: FileColumn, value: string | boolean): string {
  const code = String(value)
  const [kind = ''] = code.split(':', 1)
  return labels.get(code) ?? labels.get(kind) ?? code
}

/** The heading of a column, with the zone where it holds moments. */
export const headingOf = (column: FileColumn, zone: string): string =>
  column.kind === 'time' ? `${column.header} (${zone})` : column.header
