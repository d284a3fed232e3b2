import { useQuery } from '@tanstack/react-query'
import { nowMs } from '../../lib/time/clock.ts'
import { dayOf } from '../../lib/time/day.ts'
import { countText } from '../../lib/text.ts'
import type { Column } from '../../ui/lists/column.ts'
import { DataTable } from '../../ui/lists/DataTable.tsx'
import { Section } from '../../ui/Page.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { reserveScheduleQuery } from './queries.ts'
import { releaseRows, type ReleaseRow } from './release-rows.ts'
import { balance as texts } from './texts.ts'

const POLL_MS = 60_000

const columns: readonly Column<ReleaseRow>[] = [
  { header: texts.releaseDay, cell: (row, t) => t(row.name), card: 'title' },
  {
    header: texts.releaseCharges,
    align: 'end',
    cell: (row) => <Count count={row.chargesCount} />,
    card: {
      slot: 'note',
      cell: ({ chargesCount }, t) => chargesCount !== null && t(texts.chargesCount(chargesCount)),
    },
  },
  {
    header: texts.releaseAmount,
    align: 'end',
    cell: (row) => <Money cents={row.amountCents} />,
    card: 'aside',
  },
]

/** The next days on which the contract reserve is released, with the amounts. Renders nothing without a reserve. */
export function ReserveReleases({ merchantId }: { merchantId: string }) {
  const t = useText()
  const { zone } = usePreferences()
  const { data } = useQuery({
    ...reserveScheduleQuery(merchantId, zone),
    refetchInterval: POLL_MS,
  })
  const rows = data ? releaseRows(data.reserveSchedule, dayOf(nowMs(), zone)) : []
  if (rows.length === 0) return null
  return (
    <Section title={t(texts.releases)} flush>
      <DataTable label={t(texts.releases)} columns={columns} rows={rows} rowKey={({ id }) => id} />
    </Section>
  )
}

function Count({ count }: { count: number | null }) {
  const { language } = usePreferences()
  return count !== null && countText(count, language)
}
