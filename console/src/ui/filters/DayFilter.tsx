import { zoneName } from '../../lib/i18n/settings.ts'
import { isDay, type Day } from '../../lib/time/day.ts'
import { filters, rangeName } from '../../lib/i18n/search/filters.ts'
import { DayCalendar } from '../fields/calendars.tsx'
import { FilterPill } from './FilterPill.tsx'
import { usePreferences, useText } from '../preferences.tsx'
import classes from './RangeFilter.module.css'

/** Filter for one past day in the preferred time zone. Without a day, the filter means the current time. */
export function DayFilter(props: {
  name: string
  day: Day | undefined
  onChange: (day: Day | undefined) => void
}) {
  const t = useText()
  const { zone } = usePreferences()
  const { day, onChange } = props
  return (
    <FilterPill
      name={props.name}
      value={day === undefined ? null : t(rangeName(`${day}..${day}`))}
      onClear={() => onChange(undefined)}
    >
      {(close) => (
        <>
          <DayCalendar
            value={day ?? null}
            onChange={(next) => {
              onChange(next !== null && isDay(next) ? next : undefined)
              close()
            }}
          />
          <p className={classes.note}>{t(filters.zoneNote(t(zoneName[zone])))}</p>
        </>
      )}
    </FilterPill>
  )
}
