import { Button } from '@mantine/core'
import { useState } from 'react'
import { zoneName } from '../../lib/i18n/settings.ts'
import { isDay } from '../../lib/time/day.ts'
import { filters, presetName, rangeName } from '../../lib/i18n/search/filters.ts'
import { PRESETS, rangeDays, type Range } from '../../lib/time/range.ts'
import { FilterPill } from './FilterPill.tsx'
import { DaysCalendar } from '../fields/calendars.tsx'
import { usePreferences, useText } from '../preferences.tsx'
import classes from './RangeFilter.module.css'

type Picked = [string | null, string | null]

/** Filter for a period: a preset such as `7d`, or two days in the preferred time zone. */
export function RangeFilter(props: {
  range: Range | undefined
  onChange: (range: Range | undefined) => void
  /** The name of the filter. Pass a name if the default name does not say what the period is about. */
  name?: string
  /** The text of the filter while no period is chosen. */
  unset?: string
}) {
  const t = useText()
  const value = props.range === undefined ? null : t(rangeName(props.range))
  return (
    <FilterPill
      name={props.name ?? t(filters.period)}
      value={value}
      unset={props.unset}
      onClear={() => props.onChange(undefined)}
    >
      {(close) => (
        <RangeFields
          range={props.range}
          onChange={(range) => {
            props.onChange(range)
            close()
          }}
        />
      )}
    </FilterPill>
  )
}

function RangeFields(props: { range: Range | undefined; onChange: (range: Range) => void }) {
  const t = useText()
  const { zone } = usePreferences()
  const days = rangeDays(props.range ?? '')
  const [picked, setPicked] = useState<Picked>(days ? [days.first, days.last] : [null, null])
  const choose = (next: Picked) => {
    setPicked(next)
    const [first, last] = next
    if (first !== null && last !== null && isDay(first) && isDay(last)) props.onChange(`${first}..${last}`)
  }
  return (
    <div className={classes.fields}>
      <div className={classes.presets} role="group" aria-label={t(filters.quickPeriods)}>
        {PRESETS.map((preset) => (
          <Button
            key={preset}
            variant={props.range === preset ? 'light' : 'subtle'}
            color={props.range === preset ? 'jade' : 'gray'}
            justify="flex-start"
            size="xs"
            onClick={() => props.onChange(preset)}
          >
            {t(presetName[preset])}
          </Button>
        ))}
      </div>
      <div>
        <DaysCalendar value={picked} onChange={choose} />
        <p className={classes.note}>{t(filters.zoneNote(t(zoneName[zone])))}</p>
      </div>
    </div>
  )
}
