import { entryName } from '../../lib/i18n/status.ts'
import { countText, type Text } from '../../lib/text.ts'
import type { PayoutQuery } from '../../api/generated/graphql.ts'
import type { Column } from '../../ui/lists/column.ts'
import { DataTable } from '../../ui/lists/DataTable.tsx'
import { Section } from '../../ui/Page.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { MutedText } from '../../ui/values/MutedText.tsx'
import { payouts as texts, totalName } from './texts.ts'

type Payout = PayoutQuery['payout']
type Row = { id: string; name: Text; linesCount: number; amountCents: string }

const columns: readonly Column<Row>[] = [
  { header: texts.kind, cell: (row, t) => t(row.name), card: 'title' },
  {
    header: texts.count,
    align: 'end',
    cell: (row) => <Count count={row.linesCount} />,
    card: { slot: 'note', cell: (row, t) => t(texts.entriesCount(row.linesCount)) },
  },
  {
    header: texts.amount,
    align: 'end',
    cell: (row) => <Money cents={row.amountCents} movement={row.id !== 'total'} />,
    card: 'aside',
  },
]

/**
 * The amounts in a paid or reserved payout, summed by kind: sales, refunds, reserves. The last row is the amount of the
 * payout.
 */
export function PayoutSummary({ payout: { state, totals, amountCents } }: { payout: Payout }) {
  const t = useText()
  const title = t(state === 'reserved' ? texts.willPay : texts.summary)
  if (totals === null)
    return (
      <Section title={title}>
        <MutedText>{t(texts.summarising)}</MutedText>
      </Section>
    )
  const rows: Row[] = totals.map(({ entryType, caseKind, ...total }) => ({
    ...total,
    id: `${entryType} ${caseKind ?? ''}`,
    name: totalName[`${entryType} ${caseKind ?? ''}`] ??
      totalName[entryType] ??
      entryName[entryType] ?? [entryType, entryType],
  }))
  const linesCount = rows.reduce((sum, row) => sum + row.linesCount, 0)
  const total = { id: 'total', name: texts.total, linesCount, amountCents }
  return (
    <Section title={title} flush>
      <DataTable label={title} columns={columns} rows={[...rows, total]} rowKey={({ id }) => id} />
    </Section>
  )
}

function Count({ count }: { count: number }) {
  const { language } = usePreferences()
  return countText(count, language)
}
