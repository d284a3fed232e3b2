import { DatesProvider, DateTimePicker } from '@mantine/dates'
import type { ReactNode } from 'react'
import { common } from '../../lib/i18n/common.ts'
import { instantOfLocal } from '../../lib/time/local-time.ts'
import { formatWhen } from '../../lib/time/when.ts'
import { calendarHeadings, calendarLabels, calendarLocale } from './Calendar.tsx'
import { usePreferences, useText } from '../preferences.tsx'

export type DateTimeFieldProps = {
  label: string
  /** Local time in the preferred time zone: `2026-11-20T10:48`. */
  value: string
  /** The latest selectable value, in the same format. */
  latest: string
  error: ReactNode
  onChange: (value: string) => void
}

/** Makes Escape close only the calendar, not the dialog around the field. */
const KEEP_ESCAPE = { 'data-mantine-stop-propagation': true }

/** These two functions convert between `2026-11-20T10:48` and the format of the Mantine picker. */
const forCalendar = (local: string) => `${local.replace('T', ' ')}:00`
const fromCalendar = (text: string) => text.slice(0, 16).replace(' ', 'T')

/** The date and time picker. `DateTimeField` loads it lazily. */
export function DateTimeFieldPicker(props: DateTimeFieldProps & { description: string }) {
  const t = useText()
  const { language, zone } = usePreferences()
  const written = (local: string) => {
    const instant = instantOfLocal(local, zone)
    return instant === null ? '' : formatWhen(instant, { language, zone, precision: 'minute' })
  }
  return (
    <DatesProvider settings={{ locale: calendarLocale(language), firstDayOfWeek: 0 }}>
      <DateTimePicker
        label={props.label}
        description={props.description}
        error={props.error}
        aria-label={`${props.label}: ${written(props.value)}`}
        value={forCalendar(props.value)}
        maxDate={forCalendar(props.latest)}
        valueFormat={(text) => written(fromCalendar(text))}
        onChange={(text) => props.onChange(text === null ? '' : fromCalendar(text))}
        weekendDays={[]}
        {...calendarHeadings(language)}
        ariaLabels={calendarLabels(t)}
        timePickerProps={{
          hoursInputLabel: t(common.hours),
          minutesInputLabel: t(common.minutes),
          hoursInputProps: KEEP_ESCAPE,
          minutesInputProps: KEEP_ESCAPE,
        }}
        submitButtonProps={{ 'aria-label': t(common.done) }}
        popoverProps={{ returnFocus: true, shadow: 'md' }}
      />
    </DatesProvider>
  )
}
