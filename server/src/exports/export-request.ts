import { z } from 'zod'
import { Problem } from '../kernel/problem.ts'
import { isStorableJson } from '../kernel/values/storable.ts'
import { checkZone } from '../kernel/values/zone.ts'
import type { ExportList } from './export-list.ts'
import { LISTS } from './lists.ts'
import type { FileColumn } from './table.ts'

export const FORMATS = ['csv-excel-br', 'csv', 'xlsx'] as const
export type Format = (typeof FORMATS)[number]

const COLUMNS_MAX = 40
const WORDS_MAX = 200
const label = z.string().min(1).max(100)

const Body = z.strictObject({
  list: z.string(),
  format: z.enum(FORMATS),
  /** The IANA name of the time zone for all times in the file. */
  zone: z.string().max(60),
  /** The name of the file and of its sheet; by default, the name of the list. */
  title: label.optional(),
  filter: z.record(z.string(), z.unknown()).default({}),
  /** The columns in order, with their headings. By default, the file has all columns, with their ids as headings. */
  columns: z
    .array(
      z.strictObject({
        id: z.string(),
        header: label.optional(),
        words: z.record(z.string().max(100), label).optional(),
      }),
    )
    .min(1)
    .max(COLUMNS_MAX)
    .optional(),
})

/** A validated export request. Only `list.open` validates the member `filter`. */
export interface ExportRequest {
  name: string
  list: ExportList
  format: Format
  zone: string
  title: string
  filter: unknown
  columns: FileColumn[]
}

/** Parses the body of an export request. @throws Problem validation_error with each invalid member. */
export function readExportRequest(body: unknown): ExportRequest {
  if (!isStorableJson(body)) throw new Problem('validation_error', { reason: 'invalid_text' })
  const read = Body.safeParse(body)
  if (!read.success) throw refused(read.error.issues.map(({ path }) => path.map(String).join('.')))
  const { list: name, format, zone, title = name, filter, columns } = read.data
  const list = LISTS.get(name)
  if (!list) throw refused(['list'])
  const wanted = columns ?? list.columns.map(({ id }) => ({ id }))
  return { name, list, format, zone: checkZone(zone), title, filter, columns: wanted.map(columnOf(list)) }
}

type RequestedColumn = { id: string; header?: string | undefined; words?: Record<string, string> | undefined }

const columnOf =
  (list: ExportList) =>
  ({ id, header = id, words = {} }: RequestedColumn, at: number): FileColumn => {
    const known = list.columns.find((column) => column.id === id)
    const entries = Object.entries(words)
    if (!known || entries.length > WORDS_MAX) throw refused([`columns.${at}.${known ? 'words' : 'id'}`])
    return { id, kind: known.kind, header, labels: new Map(entries) }
  }

const refused = (paths: string[]): Problem =>
  new Problem('validation_error', {
    fields: paths.map((path) => ({ path: path === '' ? 'body' : path, code: 'not_allowed' })),
  })
