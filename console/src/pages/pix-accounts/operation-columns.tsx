import type { Column } from '../../ui/lists/column.ts'
import type { Text } from '../../lib/text.ts'
import { formatBps } from '../../lib/values/money.ts'
import { usePreferences } from '../../ui/preferences.tsx'
import { When } from '../../ui/values/When.tsx'
import { errorBps } from './account-values.ts'
import { pixOutcomeName } from './call-texts.ts'
import type { Account } from './queries.ts'
import { operationText, pixAccounts as texts } from './texts.ts'

type Row = Account['operations'][number] & { accountId: string }

/** The columns of the calls to the PSPs, by account and operation. */
export const operationColumns: readonly Column<Row>[] = [
  { header: texts.operation, cell: ({ operation }, t) => t(operationText(operation)), card: 'title' },
  {
    header: texts.account,
    cell: ({ accountId }) => accountId,
    card: { slot: 'note', label: true },
  },
  { header: texts.calls, align: 'end', cell: ({ callsCount }) => callsCount },
  {
    header: texts.failures,
    align: 'end',
    cell: ({ failedCount }) => failedCount,
    card: {
      slot: 'noteAside',
      cell: ({ failedCount, callsCount }, t) => t(texts.failedOf(failedCount, callsCount)),
    },
  },
  {
    header: texts.lastCall,
    cell: ({ lastCallAt }) => <When at={lastCallAt} relative />,
    card: { slot: 'note', label: true },
  },
  {
    header: texts.lastOutcome,
    cell: (row, t) => t(outcomeText(row)),
    card: { slot: 'note', label: true },
  },
  {
    header: texts.rate,
    align: 'end',
    cell: (row) => <ErrorRate calls={row} />,
    card: { slot: 'aside', label: true },
  },
]

const outcomeText = ({ lastOutcome }: Row): Text =>
  lastOutcome === null ? ['—', '—'] : pixOutcomeName[lastOutcome]

/** The share of failed calls as a percentage. Without calls, a dash. */
function ErrorRate({ calls }: { calls: Row }) {
  const { language } = usePreferences()
  const bps = errorBps([calls])
  return bps === null ? (
    <span className="faint">—</span>
  ) : (
    <span className="figures">{formatBps(bps, language)}</span>
  )
}
