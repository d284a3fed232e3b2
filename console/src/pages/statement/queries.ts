import { StatementDocument, type StatementFilter, type StatementQuery } from '../../api/generated/graphql.ts'
import { defineListQuery } from '../../api/query.ts'
import { nowMs } from '../../lib/time/clock.ts'
import type { Zone } from '../../lib/time/day.ts'
import { resolveRange } from '../../lib/time/range.ts'
import type { StatementSearch } from './search.ts'

export function statementFilter(
  { range, position, entry }: StatementSearch,
  merchantId: string,
  zone: Zone,
): StatementFilter {
  // Without a period the server returns the last 30 days.
  const instants = range === undefined ? { from: null, to: null } : resolveRange(range, zone, nowMs())
  return { merchantId, ...instants, position: position ?? null, entry: entry ?? null }
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
