import { DatePicker, DatesProvider, type DatePickerProps, type DatePickerType } from '@mantine/dates'
import dayjs from 'dayjs'
import ptBr from 'dayjs/locale/pt-br'
import { nowMs } from '../../lib/time/clock.ts'
import { dayOf } from '../../lib/time/day.ts'
import { filters } from '../../lib/i18n/search/filters.ts'
import type { Language, Text } from '../../lib/text.ts'
import { usePreferences, useText } from '../preferences.tsx'

dayjs.locale(ptBr, undefined, true)

/** The name that calendars know a language by. */
export const calendarLocale = (language: Language) => (language === 'en' ? 'en' : 'pt-br')

/** What the buttons around a calendar are called. */
export const calendarLabels = (t: (text: Text) => string) => ({
  previousMonth: t(filters.previousMonth),
  nextMonth: t(filters.nextMonth),
  previousYear: t(filters.previous),
  nextYear: t(filters.next),
  previousDecade: t(filters.previous),
  nextDecade: t(filters.next),
})

type Shown<Type extends DatePickerType> = Pick<DatePickerProps<Type>, 'value' | 'onChange'>

/** A calendar up to today, for one day. */
export function DayCalendar(props: Shown<'default'>) {
  return <Calendar type="default" {...props} />
}

/** A calendar up to today, for two days or one. */
export function DaysCalendar(props: Shown<'range'>) {
  return <Calendar type="range" allowSingleDateInRange {...props} />
}

/** In the language chosen and by the days of the zone shown. */
function Calendar<Type extends DatePickerType>(
  props: Pick<DatePickerProps<Type>, 'type' | 'value' | 'onChange' | 'allowSingleDateInRange'>,
) {
  const t = useText()
  const { language, zone } = usePreferences()
  return (
    <DatesProvider settings={{ locale: calendarLocale(language), firstDayOfWeek: 0 }}>
      <DatePicker<Type>
        {...props}
        maxDate={dayOf(nowMs(), zone)}
        weekendDays={[]}
        ariaLabels={calendarLabels(t)}
        size="sm"
      />
    </DatesProvider>
  )
}
