import { Skeleton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { ChunkLoadError } from '../values/ChunkLoadError.tsx'
import type { DayCalendar, DaysCalendar } from './Calendar.tsx'

type Calendars = { DayCalendar: typeof DayCalendar; DaysCalendar: typeof DaysCalendar }

const LOADING: Calendars = { DayCalendar: CalendarSkeleton, DaysCalendar: CalendarSkeleton }
const FAILED: Calendars = { DayCalendar: ChunkLoadError, DaysCalendar: ChunkLoadError }

/** The calendars. They are loaded on demand: until then skeletons, and a way to reload the page when they fail. */
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
