import { charge as texts } from '../../../lib/i18n/finance/charges.ts'
import { statement } from '../../../lib/i18n/finance/finance.ts'
import { EntryLink } from '../../../shared/EntryLink.tsx'
import { DataTable, RowCard, type Column } from '../../../ui/lists/DataTable.tsx'
import { Money } from '../../../ui/values/Money.tsx'
import { Section } from '../../../ui/Page.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { MutedText } from '../../../ui/values/MutedText.tsx'
import { PositionBadge } from '../../../shared/StatusBadge.tsx'
import { When } from '../../../ui/values/When.tsx'
import type { ChargeDetail } from '../charge.query.ts'

type Line = ChargeDetail['journalLines'][number]

/** The journal lines of the charge. */
export function JournalLines({ lines }: { lines: Line[] }) {
  const t = useText()
  const columns: Column<Line>[] = [
    { id: 'entry', header: t(statement.entry), cell: (line) => <EntryLink line={line} /> },
    {
      id: 'position',
      header: t(statement.position),
      cell: (line) => <PositionBadge position={line.position} />,
    },
    { id: 'at', header: t(statement.economicAt), cell: (line) => <When at={line.economicAt} /> },
    {
      id: 'amount',
      header: t(statement.amount),
      align: 'end',
      cell: (line) => <Money cents={line.amountCents} movement />,
    },
  ]
  return (
    <Section title={t(texts.journal)} flush={lines.length > 0}>
      {lines.length === 0 ? (
        <MutedText>{t(texts.journalEmpty)}</MutedText>
      ) : (
        <DataTable
          label={t(texts.journal)}
          columns={columns}
          rows={lines}
          rowKey={(line) => `${line.journalId}/${line.lineNo}`}
          card={(line) => (
            <RowCard
              title={<EntryLink line={line} />}
              aside={<Money cents={line.amountCents} movement />}
              note={<When at={line.economicAt} />}
              noteAside={<PositionBadge position={line.position} />}
            />
          )}
        />
      )}
    </Section>
  )
}
