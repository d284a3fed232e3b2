import { Skeleton } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { DayCalendar, DaysCalendar } from './Calendar.tsx'

type Calendars = { DayCalendar: typeof DayCalendar; DaysCalendar: typeof DaysCalendar }

const NONE: Calendars = { DayCalendar: Place, DaysCalendar: Place }

/** The calendars, once they are there: a first visit does not wait for them, and who opens one seldom does. */
export function useCalendars(): Calendars {
  const [calendars, setCalendars] = useState(NONE)
  useEffect(() => void import('./Calendar.tsx').then(setCalendars), [])
  return calendars
}

function Place() {
  return <Skeleton width={252} height={288} />
}
