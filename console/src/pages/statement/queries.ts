import {
  StatementDocument,
  StatementSummaryDocument,
  type StatementFilter,
  type StatementQuery,
} from '../../api/generated/graphql.ts'
import { defineListQuery, gqlQuery } from '../../api/query.ts'
import { nowMs } from '../../lib/time/clock.ts'
import type { Zone } from '../../lib/time/day.ts'
import { resolveRange, type Range } from '../../lib/time/range.ts'
import type { StatementSearch } from './search.ts'

/** The period of a statement whose URL has no period. */
export const DEFAULT_RANGE: Range = '30d'

/** Returns the start and the end of the statement's period. A list that starts at an entry has no default period. */
function instantsOf(
  { range, entry }: StatementSearch,
  zone: Zone,
): { from: string | null; to: string | null } {
  if (range === undefined && entry !== undefined) return { from: null, to: null }
  return resolveRange(range ?? DEFAULT_RANGE, zone, nowMs())
}

export function statementFilter(search: StatementSearch, merchantId: string, zone: Zone): StatementFilter {
  const { clock = 'posting', position, entry } = search
  return {
    merchantId,
    clock,
    ...instantsOf(search, zone),
    position: position ?? null,
    entry: entry ?? null,
  }
}

/** Returns the query for the totals of the period, for all positions. */
export function statementSummaryQuery(search: StatementSearch, merchantId: string, zone: Zone) {
  const { clock = 'posting' } = search
  return gqlQuery(StatementSummaryDocument, { merchantId, clock, ...instantsOf(search, zone) })
}

/** Adds an id to each journal line. */
const withLineIds = ({ statement: { nodes, ...page } }: StatementQuery) => ({
  nodes: nodes.map((line) => ({ ...line, id: `${line.journalId}/${line.lineNo}` })),
  ...page,
})

export const statementQuery = defineListQuery({
  document: StatementDocument,
  variables: (filter: StatementFilter) => ({ filter }),
  rows: withLineIds,
})
