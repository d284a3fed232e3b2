import type { Column } from '../../ui/lists/column.ts'
import type { Text } from '../../lib/text.ts'
import { When } from '../../ui/values/When.tsx'
import { ErrorRate } from './ErrorRate.tsx'
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
    card: { slot: 'note', cell: (row, t) => <CallNote row={row} outcome={t(outcomeText(row))} /> },
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
  },
  {
    header: texts.lastOutcome,
    cell: (row, t) => t(outcomeText(row)),
  },
  { header: texts.rate, align: 'end', cell: (row) => <ErrorRate calls={[row]} />, card: 'aside' },
]

const outcomeText = ({ lastOutcome }: Row): Text =>
  lastOutcome === null ? ['—', '—'] : pixOutcomeName[lastOutcome]

/** The account, and the time and outcome of its last call, as one line of a card. */
function CallNote({ row: { accountId, lastCallAt }, outcome }: { row: Row; outcome: string }) {
  return (
    <div>
      {accountId} · <When at={lastCallAt} relative /> · {outcome}
    </div>
  )
}
