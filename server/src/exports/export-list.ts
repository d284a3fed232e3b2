import type { z } from 'zod'
import type { GraphContext } from '../graphql/context.ts'
import type { Permission } from '../graphql/permissions.ts'
import type { Page } from '../kernel/database/page.ts'
import { withinMs } from '../kernel/database/within-ms.ts'
import { Problem } from '../kernel/problem.ts'
import { contextsOfList, readMergedPage, type ListCells } from './cells-of-list.ts'
import type { ColumnKind, Value } from './table.ts'

/** A filter as the audit log records it, without CPFs and CNPJs. */
export type AuditedFilter = object

/** A list whose filter is parsed and whose rows are not read yet. */
export interface OpenedList {
  merchantId: string | null
  /** The start of the filter's period, if the list has one. */
  from: Date | null
  to: Date | null
  auditFilter: AuditedFilter
  /** Yields all rows in the order of the list, one page at a time. Values are in the order of `columns`. */
  pages(ctx: GraphContext): AsyncGenerator<Value[][]>
}

/** A list of the console that can be exported. */
export interface ExportList {
  /** The permission that the page of the list requires; null if the list contains the viewer's own data. */
  permission: Permission | null
  columns: readonly { id: string; kind: ColumnKind }[]
  /** Parses the filter. @throws Problem validation_error when `filter` is not valid for this list. */
  open(filter: unknown): OpenedList
}

/** The member that the filter of every list may have. */
export interface CommonFilter {
  merchantId?: string | null | undefined
}

/** A column: its kind, and a function that reads its value from a row. */
export type Column<Row> = [kind: ColumnKind, read: (row: Row) => Value]

export interface ExportListOptions<Filter extends z.ZodType<CommonFilter>, Row> {
  permission: Permission | null
  /** The cells whose rows the list contains. By default, `merchant`. */
  cells?: ListCells
  /** The schema of the variables of the list's GraphQL query, without paging. */
  filter: Filter
  /**
   * The columns in the order of the page in the console, and then the id of the record to which a row links, if there
   * is such a record.
   */
  columns: Record<string, Column<Row>>
  /** Reads one page of rows with the query of the page in the console. */
  page(
    ctx: GraphContext,
    filter: z.infer<Filter>,
    request: { limit: number; cursor: string | undefined },
  ): Promise<Page<Row>>
  /** The number of rows that one SQL statement reads, for a list whose rows are expensive. By default, `PAGE_ROWS`. */
  pageRows?: number
  /** Returns the period in the filter, for a list that has one. */
  period?(filter: z.infer<Filter>): { from: Date | null; to: Date | null }
  /** Converts the filter to the form that the audit log records. By default, the audit log records the whole filter. */
  auditFilter?(filter: z.infer<Filter>): AuditedFilter
}

/**
 * The number of rows that one SQL statement reads. Each page has its own transaction, which ends before the page is
 * sent. So a slow client occupies no connection and no transaction.
 */
const PAGE_ROWS = 2_000
/**
 * The time limit of each SQL statement of an export, in milliseconds. The console's limit is too short for a page of a
 * large export.
 */
const STATEMENT_MS = 30_000

/** Declares a list that can be exported. */
export function exportList<Filter extends z.ZodType<CommonFilter>, Row>(
  options: ExportListOptions<Filter, Row>,
): ExportList {
  const columns = Object.entries(options.columns)
  return {
    permission: options.permission,
    columns: columns.map(([id, [kind]]) => ({ id, kind })),
    open(given) {
      const filter = parseFilter(options.filter, given)
      return {
        merchantId: filter.merchantId ?? null,
        ...(options.period?.(filter) ?? { from: null, to: null }),
        auditFilter: options.auditFilter?.(filter) ?? filter,
        async *pages(ctx) {
          const { merchantId = null } = filter
          const contexts = contextsOfList(ctx, { merchantId, cells: options.cells ?? 'merchant' })
          for (let cursor: string | undefined; ;) {
            const request = { limit: options.pageRows ?? PAGE_ROWS, cursor }
            const page = await readMergedPage(contexts, (of) =>
              withinMs(of, STATEMENT_MS, (tx) => options.page(tx, filter, request)),
            )
            yield page.items.map((row) => columns.map(([, [, read]]) => read(row)))
            if (page.nextCursor === null) return
            cursor = page.nextCursor
          }
        },
      }
    },
  }
}

/** Parses the filter of an export. @throws Problem validation_error with each invalid member. */
export function parseFilter<Filter extends z.ZodType>(schema: Filter, given: unknown): z.infer<Filter> {
  const read = schema.safeParse(given)
  if (read.success) return read.data
  throw new Problem('validation_error', {
    fields: read.error.issues.map(({ path }) => ({
      path: ['filter', ...path.map(String)].join('.'),
      code: 'not_allowed',
    })),
  })
}
