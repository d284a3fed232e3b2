import { csvCell, decimal } from '../kernel/values/cell-text.ts'
import { wallClock, type WallClock } from './local-time.ts'
import { headingOf, labelOf, type FileColumn, type RowPages, type Table, type Value } from './table.ts'

/** The separators and formats of a CSV variant. */
interface Dialect {
  separator: ',' | ';'
  decimalPoint: '.' | ','
  /** The byte order mark. Excel reads a CSV file as UTF-8 only if the file starts with this mark. */
  byteOrderMark: '' | '\uFEFF'
  formatTime(clock: WallClock, at: Date): string
  heading(column: FileColumn, zone: string): string
  label(column: FileColumn, value: string | boolean): string
}

/** The variant that Excel in Brazil opens correctly on a double click. */
export const EXCEL_BR: Dialect = {
  separator: ';',
  decimalPoint: ',',
  byteOrderMark: '\uFEFF',
  formatTime: (clock, at) => clock.brazilian(at),
  heading: headingOf,
  label: labelOf,
}

/**
 * The variant for programs: RFC 4180, with column ids and codes instead of translations, and ISO 8601 times with an
 * offset.
 */
export const PLAIN: Dialect = {
  separator: ',',
  decimalPoint: '.',
  byteOrderMark: '',
  formatTime: (clock, at) => clock.iso(at),
  heading: (column) => column.id,
  label: (_column, value) => String(value),
}

/** Writes the table as CSV, in one chunk per page of rows. */
export async function* csv(table: Table, pages: RowPages, dialect: Dialect): AsyncGenerator<string> {
  const clock = wallClock(table.zone)
  const line = (cells: string[]): string => `${cells.join(dialect.separator)}\r\n`
  yield (
    dialect.byteOrderMark + line(table.columns.map((column) => csvCell(dialect.heading(column, table.zone))))
  )
  const cell = (column: FileColumn, value: Value): string => write(dialect, clock, column, value)
  for await (const page of pages) {
    yield page.map((row) => line(table.columns.map((column, at) => cell(column, row[at] ?? null)))).join('')
  }
}

function write(dialect: Dialect, clock: WallClock, column: FileColumn, value: Value): string {
  if (value === null) return ''
  if (typeof value === 'bigint') return decimal(value, dialect.decimalPoint)
  if (typeof value === 'number') return String(value)
  if (value instanceof Date) return dialect.formatTime(clock, value)
  return csvCell(column.kind === 'text' ? value.toString() : dialect.label(column, value))
}
