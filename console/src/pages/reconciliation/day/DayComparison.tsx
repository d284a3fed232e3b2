import { rangeName } from '../../../lib/i18n/search/filters.ts'
import { countText } from '../../../lib/text.ts'
import type { Day } from '../../../lib/time/day.ts'
import { formatCents } from '../../../lib/values/money.ts'
import { Callout } from '../../../ui/Callout.tsx'
import type { Column } from '../../../ui/lists/column.ts'
import { DataTable } from '../../../ui/lists/DataTable.tsx'
import { usePreferences, useText } from '../../../ui/preferences.tsx'
import { Money } from '../../../ui/values/Money.tsx'
import { MutedText } from '../../../ui/values/MutedText.tsx'
import { comparedRows, differenceOf, type ComparedRow, type DaySummary } from './compared-rows.ts'
import classes from './DayComparison.module.css'
import { comparedName, DAY_TONE, dayTexts as texts, otherSide, resultTexts } from './texts.ts'

const COLUMNS: readonly Column<ComparedRow>[] = [
  {
    header: texts.movement,
    cell: (row, t) => t(comparedName[row.kind]),
    card: 'title',
  },
  {
    header: texts.count,
    align: 'end',
    cell: (row) => <Count value={row.count} />,
    card: { slot: 'note', label: true },
  },
  {
    header: texts.journal,
    align: 'end',
    cell: (row) => <Money cents={row.journalCents} />,
    card: { slot: 'note', label: true },
  },
  {
    header: texts.other,
    align: 'end',
    cell: (row, t) => (
      <>
        <Money cents={row.otherCents} />
        <div className="faint">{t(otherSide[row.kind])}</div>
      </>
    ),
    card: {
      slot: 'note',
      label: ({ kind }) => otherSide[kind],
      cell: ({ otherCents }) => <Money cents={otherCents} />,
    },
  },
  {
    header: texts.difference,
    align: 'end',
    cell: (row) => <Money cents={differenceOf(row)} signed />,
    card: { slot: 'aside', label: true },
  },
]

/** Says whether the ledger of a day matches the Pix network and the payouts, with the amounts on both sides. */
export function DayComparison({ date, summary }: { date: Day; summary: DaySummary }) {
  const t = useText()
  const { language } = usePreferences()
  const { result, payments, returns, openCount, closedCount } = summary
  const rows = comparedRows(summary)
  const laterCount = payments.laterCount + returns.laterCount
  const laterCents = BigInt(payments.laterCents) + BigInt(returns.laterCents)
  const day = rangeName(`${date}..${date}`)
  return (
    <div className={classes.comparison}>
      <Callout
        tone={DAY_TONE[result]}
        title={t(resultTexts[result](day, { openCount, isEmpty: rows.every(({ count }) => count === 0) }))}
      />
      <DataTable label={t(texts.title)} columns={COLUMNS} rows={rows} rowKey={({ kind }) => kind} />
      <MutedText>
        {laterCount > 0 && <>{t(texts.later(laterCount, formatCents(laterCents, language)))} </>}
        {closedCount > 0 && <>{t(texts.closed(closedCount))} </>}
        {t(texts.clocks)}
      </MutedText>
    </div>
  )
}

function Count({ value }: { value: number }) {
  const { language } = usePreferences()
  return countText(value, language)
}
