import { z } from 'zod'
import type { Context } from '../kernel/context.ts'
import { LineShape, presentLine, type LineJson } from './statement.present.ts'
import { listStatement, type StatementFilter, type StatementPage } from './statement.queries.ts'

export const STATEMENT_CSV = 'text/csv; charset=utf-8; header=present'

const PAGE_LINES = 500

/**
 * The whole period as CSV (RFC 4180), newest line first, from `cursor` on where one is given. The first page is read at
 * once, so that a refusal is told before anything is written; the others only as fast as the reader takes them.
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

type Cell = string | number | boolean | null

/** The columns are the members of a line on the wire; those of an object within it follow its name and a point. */
const COLUMNS: [name: string, read: (line: LineJson) => Cell][] = Object.entries(LineShape.shape).flatMap(
  ([name, shape]): [string, (line: LineJson) => Cell][] => {
    const inner = shape instanceof z.ZodNullable ? shape.unwrap() : shape
    if (!(inner instanceof z.ZodObject)) return [[name, (line) => cellOf(line, name)]]
    return Object.keys(inner.shape).map((member) => [
      `${name}.${member}`,
      (line) => cellOf(Object.getOwnPropertyDescriptor(line, name)?.value, member),
    ])
  },
)

function cellOf(of: unknown, name: string): Cell {
  if (typeof of !== 'object' || of === null) return null
  const value: unknown = Object.getOwnPropertyDescriptor(of, name)?.value
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

const rowOf = (line: LineJson): string => row(COLUMNS.map(([, read]) => read(line)))

const row = (cells: Cell[]): string => `${cells.map((cell) => quoted(cell ?? '')).join(',')}\r\n`

/** What a spreadsheet would run as a formula is shown as text: order references come from outside. */
function quoted(cell: Exclude<Cell, null>): string {
  const text = String(cell)
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
