import { useQuery } from '@tanstack/react-query'
import type { Count } from '../../ui/lists/LoadMore.tsx'
import { usePreferences } from '../../ui/preferences.tsx'
import { statementSummaryQuery } from './queries.ts'
import type { StatementSearch } from './search.ts'
import { changeOf } from './statement-change.ts'

/**
 * Returns the number of lines of the period, which the summary already contains. Returns nothing for a list that starts
 * at an entry, and until the summary has loaded.
 */
export function useLinesCount(search: StatementSearch, merchantId: string): { count?: Count } {
  const { zone } = usePreferences()
  const { data } = useQuery({
    ...statementSummaryQuery(search, merchantId, zone),
    enabled: search.entry === undefined,
  })
  if (data === undefined || search.entry !== undefined) return {}
  const total = changeOf(data.statementSummary, search.position).linesCount
  return { count: { total, isCounting: false, hasFailed: false, request: () => undefined } }
}
