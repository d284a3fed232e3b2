import type serverLists from '../../../server/export-lists.json'
import type { Words } from '../lib/export-file.ts'
import { exports } from '../lib/i18n/exports.ts'
import type { FilterNames } from '../lib/export-filter.ts'
import type { FileColumn } from '../lib/export-file.ts'
import type { Text } from '../lib/text.ts'
import type { Column } from '../ui/lists/column.ts'
import type { ListView } from '../ui/lists/List.tsx'
import type { ListQuery, PageOf } from './query.ts'

/** The names of the server's lists, with the kind of each column by the column's id. */
type ServerLists = typeof serverLists

export type ListName = keyof ServerLists

type ColumnId<Name extends ListName> = Extract<keyof ServerLists[Name], string>

/** A column of a list on the page, and the columns of the exported file that show the same values. */
export interface ListColumn<Row, Name extends ListName> extends Column<Row> {
  /**
   * The columns of the exported file. If a column of the file is given only by its id, it gets the header of the page's
   * column, and its codes are not translated.
   */
  exports?: readonly (ColumnId<Name> | { id: ColumnId<Name>; header?: Text; words?: Words })[]
}

/**
 * The appearance of a list on its page and in its exported file. The page and the file show the columns in the same
 * order.
 */
export interface ExportedView<Row, Filter, Name extends ListName> extends ListView<Row> {
  /** The server's name of the list, which an export request contains. */
  name: Name
  columns: readonly ListColumn<Row, Name>[]
  /**
   * The name and the translated codes of each filter condition; null for a condition that the file does not mention.
   */
  filters: FilterNames<Filter>
}

export type RowOf<Rows> =
  Rows extends PageOf<infer Row> ? Row : Rows extends readonly (infer Row)[] ? Row : never

/** One list: its query, and the columns of its page and of its exported file. */
export interface ListDeclaration<Result, Variables, Filter, Rows, Name extends ListName>
  extends ListQuery<Result, Variables, Filter, Rows>, ExportedView<RowOf<Rows>, NoInfer<Filter>, Name> {}

/** Declares a list. The types of the GraphQL document determine the types of the rows, the cells and the filter. */
export function defineList<Result, Variables, Filter extends object, Rows, Name extends ListName>(
  list: ListDeclaration<Result, Variables, Filter, Rows, Name>,
) {
  return list
}

/** A column with the id of the row. Only the exported file has this column, after all other columns. */
export const ID_COLUMN = { header: exports.id, exports: ['id'] } as const

/** Returns the columns of the exported file of a list. */
export function fileColumns<Row, Name extends ListName>(
  columns: readonly ListColumn<Row, Name>[],
): FileColumn[] {
  return columns.flatMap(({ header, exports: exported = [] }) =>
    exported.map((one) =>
      typeof one === 'string' ? { id: one, header, words: {} } : { header, words: {}, ...one },
    ),
  )
}
