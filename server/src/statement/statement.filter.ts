import type { Page } from '../kernel/database/page.ts'
import type { Position } from '../ledger/chart.ts'
import type { StatementClock } from './clock.ts'
import type { StatementLine } from './statement.line.ts'

/**
 * `from` (inclusive) and `to` (exclusive) limit the date that `clock` names. The default of `from` is 30 days ago, or
 * 30 days before the entry `entryId`.
 */
export interface StatementFilter {
  /** The date that the period limits and by which the list is sorted. The default is the date of the fact. */
  clock?: StatementClock | undefined
  from?: Date | undefined
  to?: Date | undefined
  /** Limits the list to the lines of this position. */
  position?: Position | undefined
  /**
   * Starts the list at this entry: omits the lines that the list shows before this entry. An unknown id has no effect.
   */
  entryId?: string | undefined
}

export interface StatementPage extends Page<StatementLine> {
  asOf: Date
}

/** The name and version of the list in its cursors. */
export const STATEMENT_LIST = 'statement.v1'
/** Line numbers have type smallint, and this is the largest value of that type. */
export const LINE_NO_MAX = 32_767

/** Returns the filter in the form in which cursors contain it. */
export const boundOf = (merchantId: string, { from, to, ...filter }: StatementFilter): object => ({
  merchantId,
  ...filter,
  from: from?.toISOString(),
  to: to?.toISOString(),
})
