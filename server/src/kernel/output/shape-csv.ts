import { z } from 'zod'
import { csvCell } from '../values/cell-text.ts'

/** The content type of CSV whose first line contains the headings. */
export const CSV_WITH_HEADER = 'text/csv; charset=utf-8; header=present'

/** Writes objects of one shape as CSV (RFC 4180). */
export interface ShapeCsv<Item> {
  header: string
  row(item: Item): string
}

type Column = [name: string, read: (item: unknown) => string]

/**
 * Returns a CSV writer for objects of a JSON shape. The columns are the members of the shape. A member of a nested
 * object is named `object.member`. Writes amounts (`*_cents`) as numbers. Escapes all other texts, because a text may
 * be user input that a spreadsheet would run as a formula.
 */
export function csvOf<Shape extends z.ZodObject>(shape: Shape): ShapeCsv<z.infer<Shape>> {
  const columns = columnsOf(shape)
  return {
    header: row(columns.map(([name]) => name)),
    row: (item) => row(columns.map(([, read]) => read(item))),
  }
}

const columnsOf = (of: z.ZodObject): Column[] =>
  Object.entries(of.shape).flatMap(([name, shape]): Column[] => {
    const inner = shape instanceof z.ZodNullable ? shape.unwrap() : shape
    if (!(inner instanceof z.ZodObject)) return [[name, (item) => cellOf(item, name)]]
    return columnsOf(inner).map(([member, read]): Column => [
      `${name}.${member}`,
      (item) => read(memberOf(item, name)),
    ])
  })

function memberOf(item: unknown, name: string): unknown {
  if (typeof item !== 'object' || item === null) return undefined
  return Object.getOwnPropertyDescriptor(item, name)?.value
}

function cellOf(item: unknown, name: string): string {
  const value = memberOf(item, name)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'string') return ''
  return name.endsWith('_cents') ? value : csvCell(value)
}

const row = (cells: string[]): string => `${cells.join(',')}\r\n`
