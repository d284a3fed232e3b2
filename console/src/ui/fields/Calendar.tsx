import { VisuallyHidden } from '@mantine/core'
import { DatePicker, DatesProvider, type DatePickerProps, type DatePickerType } from '@mantine/dates'
import dayjs from 'dayjs'
import ptBr from 'dayjs/locale/pt-br'
import '../theme/dates.generated.css'
import { nowMs } from '../../lib/time/clock.ts'
import { dayOf, type Day } from '../../lib/time/day.ts'
import { filters } from '../../lib/i18n/search/filters.ts'
import type { Language, Text } from '../../lib/text.ts'
import { usePreferences, useText } from '../preferences.tsx'
import classes from './Calendar.module.css'

dayjs.locale(ptBr, undefined, true)

/** The dayjs locale of a language. */
export const calendarLocale = (language: Language) => (language === 'en' ? 'en' : 'pt-br')

/**
 * Returns the properties that make a calendar write its headings in a language. In Portuguese, the heading is `Novembro
 * de 2026`, above `D S T Q Q S S`; screen readers read the complete names of the days.
 */
export function calendarHeadings(language: Language) {
  if (language === 'en') return {}
  return {
    classNames: { calendarHeaderLevel: classes.month },
    monthLabelFormat: (day: string) => {
      const text = dayjs(day).locale('pt-br').format('MMMM [de] YYYY')
      return text.charAt(0).toUpperCase() + text.slice(1)
    },
    weekdayFormat: (day: string) => <Weekday name={dayjs(day).locale('pt-br').format('dddd')} />,
  }
}

function Weekday({ name }: { name: string }) {
  return (
    <>
      <span aria-hidden>{name.charAt(0).toUpperCase()}</span>
      <VisuallyHidden>{name}</VisuallyHidden>
    </>
  )
}

export const calendarLabels = (t: (text: Text) => string) => ({
  previousMonth: t(filters.previousMonth),
  nextMonth: t(filters.nextMonth),
  previousYear: t(filters.previous),
  nextYear: t(filters.next),
  previousDecade: t(filters.previous),
  nextDecade: t(filters.next),
})

type Shown<Type extends DatePickerType> = Pick<DatePickerProps<Type>, 'value' | 'onChange'>

/** A calendar in which a person chooses one day. `lastDay` is the latest day that can be chosen; without it, today. */
export function DayCalendar(props: Shown<'default'> & { lastDay?: Day }) {
  return <Calendar type="default" {...props} />
}

export function DaysCalendar(props: Shown<'range'>) {
  return <Calendar type="range" allowSingleDateInRange {...props} />
}

/** A calendar of the days up to `lastDay`, or up to today in the preferred time zone. */
function Calendar<Type extends DatePickerType>({
  lastDay,
  ...props
}: Pick<DatePickerProps<Type>, 'type' | 'value' | 'onChange' | 'allowSingleDateInRange'> & {
  lastDay?: Day
}) {
  const t = useText()
  const { language, zone } = usePreferences()
  return (
    <DatesProvider settings={{ locale: calendarLocale(language), firstDayOfWeek: 0 }}>
      <DatePicker<Type>
        {...props}
        maxDate={lastDay ?? dayOf(nowMs(), zone)}
        weekendDays={[]}
        {...calendarHeadings(language)}
        ariaLabels={calendarLabels(t)}
        size="sm"
      />
    </DatesProvider>
  )
}
