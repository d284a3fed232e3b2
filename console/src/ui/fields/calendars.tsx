import { Skeleton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { ChunkLoadError } from '../values/ChunkLoadError.tsx'
import type { DayCalendar, DaysCalendar } from './Calendar.tsx'

type Calendars = { DayCalendar: typeof DayCalendar; DaysCalendar: typeof DaysCalendar }

const LOADING: Calendars = { DayCalendar: CalendarSkeleton, DaysCalendar: CalendarSkeleton }
const FAILED: Calendars = { DayCalendar: ChunkLoadError, DaysCalendar: ChunkLoadError }

/**
 * Loads the calendars lazily. Until then they show skeletons. After a failure they offer to reload the page.
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
