import type { z } from 'zod'
import type { GraphContext } from '../graphql/context.ts'
import type { Permission } from '../graphql/permissions.ts'
import type { Page } from '../kernel/database/page.ts'
import { Problem } from '../kernel/problem.ts'
import type { ColumnKind, Value } from './table.ts'

/** What is auditFilter of a filter on the record: without documents. */
export type AuditedFilter = object

/** A list with its filter, waiting to be read. */
export interface OpenedList {
  merchantId: string | null
  /** The days that the filter is about, where it is about days. */
  from: Date | null
  to: Date | null
  auditFilter: AuditedFilter
  /** Every row in the list's own order, a page at a time, each value under its column in the order of `columns`. */
  pages(ctx: GraphContext): AsyncGenerator<Value[][]>
}

/** A list of the console that can be had as a file. */
export interface ExportList {
  /** What a person must have to see the list: the same as on its page; null where it is everybody's own. */
  permission: Permission | null
  columns: readonly { id: string; kind: ColumnKind }[]
  /** @throws Problem validation_error when it is no filter of this list. */
  open(filter: unknown): OpenedList
}

/** What every filter may carry. */
export interface CommonFilter {
  merchantId?: string | null | undefined
}

/** A column: what it holds, and where it stands in a row. */
export type Column<Row> = [kind: ColumnKind, read: (row: Row) => Value]

export interface ExportListOptions<Filter extends z.ZodType<CommonFilter>, Row> {
  permission: Permission | null
  /** The variables of the list's query, without its page. */
  filter: Filter
  /** In the order of the page; the id behind a row's link comes last. */
  columns: Record<string, Column<Row>>
  /** One page, by the query that the page itself uses. */
  page(
    ctx: GraphContext,
    filter: z.infer<Filter>,
    request: { limit: number; cursor: string | undefined },
  ): Promise<Page<Row>>
  /** Rows read by one statement, where a row takes more than the reading of it. */
  pageRows?: number
  /** Of the filter: from and to, where the list is of a period. */
  period?(filter: z.infer<Filter>): { from: Date | null; to: Date | null }
  /** Of the filter: what goes on the record, where that is not all of it. */
  auditFilter?(filter: z.infer<Filter>): AuditedFilter
}

/** Rows read by one statement, so that none takes long and none holds the database while the reader is slow. */
const PAGE_ROWS = 2_000

/** Declares a list that can be exported. */
export function exportList<Filter extends z.ZodType<CommonFilter>, Row>(
  options: ExportListOptions<Filter, Row>,
): ExportList {
  const columns = Object.entries(options.columns)
  return {
    permission: options.permission,
    columns: columns.map(([id, [kind]]) => ({ id, kind })),
    open(given) {
      const filter = parse(options.filter, given)
      return {
        merchantId: filter.merchantId ?? null,
        ...(options.period?.(filter) ?? { from: null, to: null }),
        auditFilter: options.auditFilter?.(filter) ?? filter,
        async *pages(ctx) {
          for (let cursor: string | undefined; ;) {
            const page = await options.page(ctx, filter, { limit: options.pageRows ?? PAGE_ROWS, cursor })
            yield page.items.map((row) => columns.map(([, [, read]]) => read(row)))
            if (page.nextCursor === null) return
            cursor = page.nextCursor
          }
        },
      }
    },
  }
}

function parse<Filter extends z.ZodType>(schema: Filter, given: unknown): z.infer<Filter> {
  const read = schema.safeParse(given)
  if (read.success) return read.data
  throw new Problem('validation_error', {
    fields: read.error.issues.map(({ path }) => ({
      path: ['filter', ...path.map(String)].join('.'),
      code: 'not_allowed',
    })),
  })
}
