import { z } from 'zod'
import { cents } from '../kernel/output/shapes.ts'
import { csvCell } from '../kernel/values/cell-text.ts'
import type { Context } from '../kernel/context.ts'
import { LineShape, presentLine, type LineJson } from './statement.present.ts'
import { listStatement, type StatementFilter, type StatementPage } from './statement.queries.ts'

export const STATEMENT_CSV = 'text/csv; charset=utf-8; header=present'

const PAGE_LINES = 500

/**
 * Returns the whole period as CSV (RFC 4180), newest line first, starting at `cursor` if given. Reads the first page
 * before it returns, so that an invalid request throws before any output. Reads later pages on demand (backpressure).
 * @throws Problem validation_error, as `listStatement`.
 */
export async function statementCsv(
  ctx: Context,
  merchantId: string,
  filter: StatementFilter,
  cursor: string | undefined,
): Promise<AsyncIterable<string>> {
  const read = (from: string | undefined) =>
    listStatement(ctx, merchantId, filter, { limit: PAGE_LINES, cursor: from })
  return write(await read(cursor), read)
}

async function* write(
  first: StatementPage,
  read: (cursor: string) => Promise<StatementPage>,
): AsyncGenerator<string> {
  yield row(COLUMNS.map(([name]) => name))
  for (let page = first; ;) {
    yield page.items.map((line) => rowOf(presentLine(line))).join('')
    if (page.nextCursor === null) return
    page = await read(page.nextCursor)
  }
}

type Column = [name: string, read: (line: LineJson) => string]

/**
 * The columns of the CSV are the members of a line in the JSON response. A member of a nested object is named
 * `object.member`.
 */
const COLUMNS = Object.entries(LineShape.shape).flatMap(([name, shape]): Column[] => {
  const inner = shape instanceof z.ZodNullable ? shape.unwrap() : shape
  if (!(inner instanceof z.ZodObject)) return [[name, (line) => cellOf(line, name, shape)]]
  return Object.entries(inner.shape).map(([member, memberShape]) => [
    `${name}.${member}`,
    (line) => cellOf(Object.getOwnPropertyDescriptor(line, name)?.value, member, memberShape),
  ])
})

/**
 * Returns the cell of one member. Writes money as a number. Escapes any other text, because it may be user input that
 * a spreadsheet would run as a formula.
 */
function cellOf(of: unknown, name: string, shape: unknown): string {
  if (typeof of !== 'object' || of === null) return ''
  const value: unknown = Object.getOwnPropertyDescriptor(of, name)?.value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'string') return ''
  return shape === cents ? value : csvCell(value)
}

const rowOf = (line: LineJson): string => row(COLUMNS.map(([, read]) => read(line)))

const row = (cells: string[]): string => `${cells.join(',')}\r\n`
