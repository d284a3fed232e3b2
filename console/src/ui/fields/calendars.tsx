import { Skeleton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { ChunkLoadError } from '../values/ChunkLoadError.tsx'
import type { DayCalendar, DaysCalendar } from './Calendar.tsx'

type Calendars = { DayCalendar: typeof DayCalendar; DaysCalendar: typeof DaysCalendar }

const LOADING: Calendars = { DayCalendar: CalendarSkeleton, DaysCalendar: CalendarSkeleton }
const FAILED: Calendars = { DayCalendar: ChunkLoadError, DaysCalendar: ChunkLoadError }

/**
 * Loads the script of the calendars and returns the calendar components. They show skeletons until the script has
 * loaded, and offer to reload the page if the script fails to load.
 */
export function useCalendars(): Calendars {
  const [calendars, setCalendars] = useState(LOADING)
  useEffect(() => {
    import('./Calendar.tsx').then(setCalendars, () => setCalendars(FAILED))
  }, [])
  return calendars
}

function CalendarSkeleton() {
  return <Skeleton width={252} height={288} />
}
