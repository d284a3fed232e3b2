import { Button } from '@mantine/core'
import { DatePicker, DatesProvider } from '@mantine/dates'
import dayjs from 'dayjs'
import ptBr from 'dayjs/locale/pt-br'
import { useState } from 'react'
import { nowMs } from '../lib/clock.ts'
import { dayOf, isDay } from '../lib/day.ts'
import { filters, presetName, rangeName } from '../lib/i18n/filters.ts'
import { zoneName } from '../lib/i18n/shell.ts'
import { PRESETS, rangeDays, type Range } from '../lib/range.ts'
import { FilterPill } from './FilterPill.tsx'
import { usePreferences, useText } from './preferences.tsx'
import classes from './RangeFilter.module.css'

dayjs.locale(ptBr, undefined, true)

type Picked = [string | null, string | null]

/** A period: one of the moving ones at a click, or two days on a calendar. The days are those of the zone shown. */
export function RangeFilter(props: {
  range: Range | undefined
  onChange: (range: Range | undefined) => void
  clearable?: boolean
}) {
  const t = useText()
  const value = props.range === undefined ? null : t(rangeName(props.range))
  return (
    <FilterPill name={t(filters.period)} value={value} onClear={() => props.onChange(undefined)}>
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
  const { language, zone } = usePreferences()
  const days = rangeDays(props.range ?? '')
  const [picked, setPicked] = useState<Picked>(days ? [days.first, days.last] : [null, null])
  const choose = (next: Picked) => {
    setPicked(next)
    const [first, last] = next
    if (first !== null && last !== null && isDay(first) && isDay(last)) props.onChange(`${first}..${last}`)
  }
  return (
    <div className={classes['fields']}>
      <div className={classes['presets']} role="group" aria-label={t(filters.quickPeriods)}>
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
        <DatesProvider settings={{ locale: language === 'en' ? 'en' : 'pt-br', firstDayOfWeek: 0 }}>
          <DatePicker
            type="range"
            allowSingleDateInRange
            value={picked}
            onChange={choose}
            maxDate={dayOf(nowMs(), zone)}
            weekendDays={[]}
            ariaLabels={{
              previousMonth: t(filters.previousMonth),
              nextMonth: t(filters.nextMonth),
              monthLevelControl: t(filters.chooseMonth),
              yearLevelControl: t(filters.chooseYear),
              previousYear: t(filters.previous),
              nextYear: t(filters.next),
              previousDecade: t(filters.previous),
              nextDecade: t(filters.next),
            }}
            size="sm"
          />
        </DatesProvider>
        <p className={classes['note']}>{t(filters.zoneNote(t(zoneName[zone])))}</p>
      </div>
    </div>
  )
}
