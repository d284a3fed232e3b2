import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { zoneName } from '../../lib/i18n/settings.ts'
import { payouts as texts } from './texts.ts'
import type { PayoutHistoryQuery } from '../../api/generated/graphql.ts'
import { nowMs } from '../../lib/time/clock.ts'
import { dayOf } from '../../lib/time/day.ts'
import { charts, dayStepName } from '../../lib/i18n/charts.ts'
import { filters, rangeName } from '../../lib/i18n/search/filters.ts'
import { payoutState } from '../../lib/i18n/status.ts'
import type { Range } from '../../lib/time/range.ts'
import { Chart } from '../../ui/charts/Chart.tsx'
import type { Series } from '../../ui/charts/chart-content.ts'
import { LoadedChart } from '../../ui/charts/LoadedChart.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Section } from '../../ui/Page.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { MutedText } from '../../ui/values/MutedText.tsx'
import { DEFAULT_HISTORY_RANGE, payoutHistoryQuery } from './queries.ts'

/** A chart of the payouts by the day of their transfer, and the sum of the payouts. */
export function PayoutHistory(props: {
  merchantId: string | null
  range: Range | undefined
  onRange: (range: Range) => void
}) {
  const t = useText()
  const { zone } = usePreferences()
  const range = props.range ?? DEFAULT_HISTORY_RANGE
  const { isTooLong, ...options } = payoutHistoryQuery(props.merchantId, range, zone)
  const query = useQuery({
    ...options,
    enabled: !isTooLong,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const days = query.data?.payoutHistory ?? []
  const count = days.reduce((sum, { paid }) => sum + paid, 0)
  const cents = days.reduce((sum, { paidCents }) => sum + BigInt(paidCents), 0n)
  return (
    <Section
      title={t(texts.byDay)}
      aside={
        !isTooLong &&
        query.data && (
          <>
            {t(rangeName(range))}: <Money cents={cents} /> {t(texts.counted(count))}
          </>
        )
      }
    >
      <LoadedChart query={query} isTooLong={isTooLong} heights={[180]}>
        {() => <Days days={days} range={range} onRange={props.onRange} />}
      </LoadedChart>
    </Section>
  )
}

function Days(props: {
  days: PayoutHistoryQuery['payoutHistory']
  range: Range
  onRange: (range: Range) => void
}) {
  const t = useText()
  const { zone } = usePreferences()
  const { days, range } = props
  const series: Series[] = [
    {
      id: 'paid',
      tint: '1',
      name: t(payoutState.paid),
      values: days.map(({ paidCents }) => BigInt(paidCents)),
    },
    {
      id: 'reversed',
      tint: '3',
      name: t(payoutState.reversed),
      values: days.map(({ reversedCents }) => BigInt(reversedCents)),
    },
  ]
  if (series.every(({ values }) => values.every((cents) => cents === 0n)))
    return <MutedText>{t(texts.noneMade(rangeName(range)))}</MutedText>
  const today = dayOf(nowMs(), zone)
  return (
    <Chart
      as="bars"
      compact
      label={`${t(texts.byDay)}: ${t(rangeName(range))}`}
      step={charts.day}
      steps={days.map(({ day }) => t(dayStepName(day, today)))}
      note={t(filters.zoneNote(t(zoneName[zone])))}
      format={(cents) => <Money cents={cents} />}
      onSelect={(first, last) => props.onRange(`${days[first]?.day}..${days[last]?.day}`)}
      series={series}
    />
  )
}
