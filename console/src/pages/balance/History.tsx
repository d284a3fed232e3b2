import { useQuery } from '@tanstack/react-query'
import { zoneName } from '../../lib/i18n/settings.ts'
import { balance as texts } from './texts.ts'
import { useMerchantId } from '../../api/merchants.ts'
import { charts, dayStepName } from '../../lib/i18n/charts.ts'
import { filters, rangeName } from '../../lib/i18n/search/filters.ts'
import { nameWithHeld } from '../../lib/i18n/finance/held-payments.ts'
import { nowMs } from '../../lib/time/clock.ts'
import { dayOf } from '../../lib/time/day.ts'
import { CENTS_OF, POSITIONS, type Position } from '../../lib/values/status.ts'
import { Chart } from '../../ui/charts/Chart.tsx'
import type { Tint } from '../../ui/charts/chart-content.ts'
import { LoadedChart } from '../../ui/charts/LoadedChart.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Section } from '../../ui/Page.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { RangeFilter } from '../../ui/filters/RangeFilter.tsx'
import { balanceHistoryQuery, DEFAULT_HISTORY_RANGE } from './queries.ts'

const POLL_MS = 60_000

const TINT_OF: Record<Position, Tint> = {
  available: '1',
  pending: '2',
  case_hold: '3',
  contract_reserve: '4',
  receivable: '5',
  payout_reserved: 'faint',
}

/** A chart of the balance: the amount of each position at the end of each day. */
export function History(props: { range: string | undefined; onRange: (range: string | undefined) => void }) {
  const t = useText()
  const { zone } = usePreferences()
  const merchantId = useMerchantId()
  const range = props.range ?? DEFAULT_HISTORY_RANGE
  const today = dayOf(nowMs(), zone)
  const { isTooLong, ...options } = balanceHistoryQuery(merchantId, range, zone)
  const query = useQuery({
    ...options,
    enabled: !isTooLong,
    refetchInterval: POLL_MS,
  })
  return (
    <Section title={t(texts.history)} aside={<RangeFilter range={props.range} onChange={props.onRange} />}>
      <LoadedChart query={query} isTooLong={isTooLong} heights={[240]}>
        {({ balanceHistory: days }) => (
          <Chart
            as="lines"
            step={charts.day}
            label={`${t(texts.history)}: ${t(rangeName(range))}`}
            onSelect={(first, last) => props.onRange(`${days[first]?.day}..${days[last]?.day}`)}
            steps={days.map(({ day }) => t(dayStepName(day, today)))}
            format={(cents) => <Money cents={cents} />}
            note={`${t(filters.zoneNote(t(zoneName[zone])))} · ${t(texts.blockedNote)}`}
            series={[
              {
                id: 'total',
                tint: 'ink',
                name: t(texts.total),
                values: days.map((day) => BigInt(day.totalCents)),
              },
              ...POSITIONS.map((position) => ({
                id: position,
                tint: TINT_OF[position],
                name: t(nameWithHeld(position)),
                values: days.map((day) => BigInt(day[CENTS_OF[position]])),
              })),
            ]}
          />
        )}
      </LoadedChart>
    </Section>
  )
}
