import type { Column } from '../../ui/lists/column.ts'
import { When } from '../../ui/values/When.tsx'
import { ErrorRate } from './ErrorRate.tsx'
import { pixOutcomeName } from './call-texts.ts'
import type { Account } from './queries.ts'
import { operationText, pixAccounts as texts } from './texts.ts'

type Row = Account['operations'][number] & { accountId: string }

/** The columns of the calls to the PSPs, by account and operation. */
export const operationColumns: readonly Column<Row>[] = [
  { header: texts.operation, cell: ({ operation }, t) => t(operationText(operation)), card: 'title' },
  { header: texts.account, cell: ({ accountId }) => accountId, card: 'note' },
  { header: texts.calls, align: 'end', cell: ({ callsCount }) => callsCount },
  {
    header: texts.failures,
    align: 'end',
    cell: ({ failedCount }) => failedCount,
    card: {
      slot: 'noteAside',
      cell: ({ failedCount, callsCount }) => `${failedCount} / ${callsCount}`,
    },
  },
  {
    header: texts.lastCall,
    cell: ({ lastCallAt }) => <When at={lastCallAt} relative />,
    card: 'note',
  },
  {
    header: texts.lastOutcome,
    cell: ({ lastOutcome }, t) => (lastOutcome === null ? '—' : t(pixOutcomeName[lastOutcome])),
    card: 'note',
  },
  { header: texts.rate, align: 'end', cell: (row) => <ErrorRate calls={[row]} />, card: 'aside' },
]
