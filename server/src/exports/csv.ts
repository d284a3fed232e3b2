import { csvCell, decimal } from '../kernel/values/cell-text.ts'
import { wallClock, type WallClock } from './local-time.ts'
import { headingOf, labelOf, type FileColumn, type RowPages, type Table, type Value } from './table.ts'

/** One way of writing tables as text. */
interface Dialect {
  separator: ',' | ';'
  point: '.' | ','
  /** Excel takes a file for UTF-8 only when it begins with this. */
  mark: '' | '\uFEFF'
  when(clock: WallClock, at: Date): string
  heading(column: FileColumn, zone: string): string
  word(column: FileColumn, value: string | boolean): string
}

/** As Excel in Brazil opens it by a double click. */
export const EXCEL_BR: Dialect = {
  separator: ';',
  point: ',',
  mark: '\uFEFF',
  when: (clock, at) => clock.brazilian(at),
  heading: headingOf,
  word: labelOf,
}

/** For programs: RFC 4180, names and codes that do not change with the language, moments with their offset. */
export const PLAIN: Dialect = {
  separator: ',',
  point: '.',
  mark: '',
  when: (clock, at) => clock.iso(at),
  heading: (column) => column.id,
  word: (_column, value) => String(value),
}

/** The table as text, a page of rows at a time. */
export async function* csv(table: Table, pages: RowPages, dialect: Dialect): AsyncGenerator<string> {
  const clock = wallClock(table.zone)
  const line = (cells: string[]): string => `${cells.join(dialect.separator)}\r\n`
  yield dialect.mark + line(table.columns.map((column) => csvCell(dialect.heading(column, table.zone))))
  const cell = (column: FileColumn, value: Value): string => write(dialect, clock, column, value)
  for await (const page of pages) {
    yield page.map((row) => line(table.columns.map((column, at) => cell(column, row[at] ?? null)))).join('')
  }
}

function write(dialect: Dialect, clock: WallClock, column: FileColumn, value: Value): string {
  if (value === null) return ''
  if (typeof value === 'bigint') return decimal(value, dialect.point)
  if (typeof value === 'number') return String(value)
  if (value instanceof Date) return dialect.when(clock, value)
  return csvCell(column.kind === 'text' ? value.toString() : dialect.word(column, value))
}
