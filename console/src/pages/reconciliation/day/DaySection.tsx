import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../../api/me.ts'
import { rangeName } from '../../../lib/i18n/search/filters.ts'
import { nowMs } from '../../../lib/time/clock.ts'
import { isDay, type Day } from '../../../lib/time/day.ts'
import { ExportList } from '../../../shared/ExportList.tsx'
import { DayCalendar } from '../../../ui/fields/calendars.tsx'
import { FilterPill } from '../../../ui/filters/FilterPill.tsx'
import { Loaded } from '../../../ui/lists/Loaded.tsx'
import { RowsSkeleton } from '../../../ui/lists/Skeletons.tsx'
import { Section } from '../../../ui/Page.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { Badge } from '../../../ui/values/Badge.tsx'
import { dayList } from './day.list.tsx'
import { DayComparison } from './DayComparison.tsx'
import { DAY_TONE, dayResult, dayTexts as texts } from './texts.ts'
import { lastClosedDay } from './last-closed-day.ts'
import { dayQuery } from '../queries.ts'

/**
 * Says whether the journal of a day matches the Pix network and the payouts, for one merchant or for all merchants.
 * Also exports the reconciliation of the day.
 */
export function DaySection(props: {
  merchantId: string | null
  day: Day | undefined
  onDay: (day: Day | undefined) => void
}) {
  const t = useText()
  const canExport = useCan('statement.read')
  const { merchantId, onDay } = props
  const date = props.day ?? lastClosedDay(nowMs())
  const query = useQuery(dayQuery(merchantId, date))
  const result = query.data?.reconciliationDay.result
  return (
    <Section
      title={t(texts.title)}
      aside={
        <>
          {result !== undefined && (
            <Badge tone={DAY_TONE[result]} size="md">
              {t(dayResult[result])}
            </Badge>
          )}
          {canExport && (
            <ExportList size="xs" label={texts.exportDay} list={dayList} filter={{ merchantId, date }} />
          )}
        </>
      }
    >
      <FilterPill
        name={t(texts.date)}
        value={t(rangeName(`${date}..${date}`))}
        onClear={props.day === undefined ? null : () => onDay(undefined)}
      >
        {(close) => (
          <DayCalendar
            value={date}
            lastDay={lastClosedDay(nowMs())}
            onChange={(day) => {
              if (day !== null && isDay(day)) onDay(day)
              close()
            }}
          />
        )}
      </FilterPill>
      <Loaded query={query} skeleton={<RowsSkeleton rows={4} />}>
        {({ reconciliationDay }) => <DayComparison date={date} summary={reconciliationDay} />}
      </Loaded>
    </Section>
  )
}
