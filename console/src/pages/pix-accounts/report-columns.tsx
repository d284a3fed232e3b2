import type { Column } from '../../ui/lists/column.ts'
import { When } from '../../ui/values/When.tsx'
import { pixFaultName } from './call-texts.ts'
import type { Account } from './queries.ts'
import { pixAccounts as texts } from './texts.ts'

type Report = Account['reports'][number]
type Row = Report & { accountId: string }

/** Returns a time relative to now, or a dash. */
const since = (at: string | null) =>
  at === null ? <span className="faint">—</span> : <When at={at} relative />

/** The columns of the problems that processes have with PSPs. */
export const reportColumns: readonly Column<Row>[] = [
  { header: texts.account, cell: ({ accountId }) => accountId, card: 'title' },
  {
    header: texts.problem,
    cell: ({ fault }, t) => t(fault === null ? texts.noFault : pixFaultName[fault]),
    card: { slot: 'note', label: true },
  },
  { header: texts.since, cell: ({ faultSince }) => since(faultSince), card: { slot: 'aside', label: true } },
  {
    header: texts.avoided,
    cell: ({ avoidedSince }) => since(avoidedSince),
    card: { slot: 'note', label: true },
  },
  {
    header: texts.stopped,
    cell: ({ breakerOpenSince }) => since(breakerOpenSince),
    card: { slot: 'note', label: true },
  },
  { header: texts.process, cell: ({ process }) => process, card: { slot: 'note', label: true } },
]
