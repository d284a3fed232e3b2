import { entryColumns } from '../lib/i18n/finance/entries.ts'
import type { StatementLineFragment } from '../api/generated/graphql.ts'
import type { Text } from '../lib/text.ts'
import type { Column } from '../ui/lists/column.ts'
import { TableSection } from '../ui/lists/TableSection.tsx'
import { Money } from '../ui/values/Money.tsx'
import { When } from '../ui/values/When.tsx'
import { EntryLink, type EntryLine } from './EntryLink.tsx'
import { PositionBadge } from './StatusBadge.tsx'

type Line = EntryLine &
  Pick<StatementLineFragment, 'lineNo' | 'position' | 'economicAt' | 'postedAt' | 'amountCents'>

/** The journal lines of a charge or a payout, by the date of the fact or by the date of the posting. */
export function JournalLines(props: {
  lines: readonly Line[]
  title: Text
  empty: Text
  date: 'economicAt' | 'postedAt'
}) {
  const { date } = props
  const columns: Column<Line>[] = [
    { header: entryColumns.entry, cell: (line) => <EntryLink line={line} />, card: 'title' },
    {
      header: entryColumns.position,
      cell: (line) => <PositionBadge position={line.position} />,
      card: 'noteAside',
    },
    {
      header: entryColumns[date],
      cell: (line) => <When at={line[date]} />,
      card: { slot: 'note', label: true },
    },
    {
      header: entryColumns.amount,
      align: 'end',
      cell: (line) => <Money cents={line.amountCents} movement />,
      card: 'aside',
    },
  ]
  return (
    <TableSection
      title={props.title}
      columns={columns}
      rows={props.lines}
      rowKey={(line) => `${line.journalId}/${line.lineNo}`}
      empty={props.empty}
    />
  )
}
