import { DatesProvider, DateTimePicker } from '@mantine/dates'
import { common } from '../../lib/i18n/common.ts'
import { instantOfLocal } from '../../lib/time/local-time.ts'
import { formatWhen } from '../../lib/time/when.ts'
import { calendarLabels, calendarLocale } from './Calendar.tsx'
import { usePreferences, useText } from '../preferences.tsx'

export type DateTimeFieldProps = {
  label: string
  /** On the clocks of the zone shown: `2026-11-20T10:48`. */
  value: string
  /** The last moment that can be chosen, in the same form. */
  latest: string
  error: string | false
  onChange: (value: string) => void
}

/** Escape closes the calendar, and not the dialog that the field is in. */
const OWN_ESCAPE = { 'data-mantine-stop-propagation': true }

/** `2026-11-20T10:48` as the calendar has it, and back. */
const forCalendar = (local: string) => `${local.replace('T', ' ')}:00`
const fromCalendar = (text: string) => text.slice(0, 16).replace(' ', 'T')

/** A calendar and a clock behind a field that shows their moment. Loaded on demand by `DateTimeField`. */
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
        ariaLabels={calendarLabels(t)}
        timePickerProps={{
          hoursInputLabel: t(common.hours),
          minutesInputLabel: t(common.minutes),
          hoursInputProps: OWN_ESCAPE,
          minutesInputProps: OWN_ESCAPE,
        }}
        submitButtonProps={{ 'aria-label': t(common.done) }}
        popoverProps={{ returnFocus: true, shadow: 'md' }}
      />
    </DatesProvider>
  )
}
