import { useState } from 'react'
import { nowMs } from '../../lib/time/clock.ts'
import { isDay } from '../../lib/time/day.ts'
import { ExportList } from '../../shared/ExportList.tsx'
import { Section } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { DayCalendar } from '../../ui/fields/calendars.tsx'
import { FilterPill } from '../../ui/filters/FilterPill.tsx'
import { MutedText } from '../../ui/values/MutedText.tsx'
import { rangeName } from '../../lib/i18n/search/filters.ts'
import { dayList } from './day.list.tsx'
import { lastClosedDay } from './last-closed-day.ts'
import { reconciliation as texts } from './texts.ts'

/**
 * Form that downloads the reconciliation of a day, for one merchant or for all. The form proposes the last closed day.
 */
export function DayExport({ merchantId }: { merchantId: string | null }) {
  const t = useText()
  const [date, setDate] = useState(() => lastClosedDay(nowMs()))
  return (
    <Section
      title={t(texts.day)}
      aside={<ExportList size="xs" label={texts.exportDay} list={dayList} filter={{ merchantId, date }} />}
    >
      <MutedText>{t(texts.dayBody)}</MutedText>
      <FilterPill
        name={t(texts.date)}
        value={t(rangeName(`${date}..${date}`))}
        onClear={() => setDate(lastClosedDay(nowMs()))}
      >
        {(close) => (
          <DayCalendar
            value={date}
            lastDay={lastClosedDay(nowMs())}
            onChange={(day) => {
              if (day !== null && isDay(day)) setDate(day)
              close()
            }}
          />
        )}
      </FilterPill>
    </Section>
  )
}
