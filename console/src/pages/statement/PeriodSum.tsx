import { useQuery } from '@tanstack/react-query'
import { formatCents } from '../../lib/values/money.ts'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import type { NoChangesReason } from './day-changes.ts'
import { statementSummaryQuery } from './queries.ts'
import type { StatementSearch } from './search.ts'
import { changeOf } from './statement-change.ts'
import classes from './StatementPage.module.css'
import { noDayChanges, statement as texts } from './texts.ts'

/**
 * For a list without changes by day, shows the sum of the period, and says why the list shows no changes by day. The
 * sum is that of the summary, so a list that starts at an entry has no sum.
 */
export function PeriodSum(props: {
  search: StatementSearch
  merchantId: string
  /** Why the list shows no changes by day; null if it shows them. */
  reason: NoChangesReason | null
}) {
  const t = useText()
  const { language, zone } = usePreferences()
  const { search, merchantId, reason } = props
  const { data } = useQuery({
    ...statementSummaryQuery(search, merchantId, zone),
    enabled: reason !== null && reason !== 'entry',
  })
  if (reason === null) return null
  const change = data && reason !== 'entry' ? changeOf(data.statementSummary, search.position) : null
  return (
    <p className={classes.window}>
      {change && t(texts.periodSum(formatCents(change.movedCents, language, 'always'), change.linesCount))}{' '}
      {t(noDayChanges[reason])}
    </p>
  )
}
