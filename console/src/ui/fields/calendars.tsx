import { Skeleton } from '@mantine/core'
import { common } from '../../lib/i18n/common.ts'
import { lazyComponent } from '../lazy-component.tsx'
import { useText } from '../preferences.tsx'

/**
 * The calendars of the console. The script of the calendars loads when a calendar is first shown, because most visits
 * show none.
 */

export const DayCalendar = lazyComponent(async () => (await import('./Calendar.tsx')).DayCalendar, {
  loading: CalendarSkeleton,
})

export const DaysCalendar = lazyComponent(async () => (await import('./Calendar.tsx')).DaysCalendar, {
  loading: CalendarSkeleton,
})

function CalendarSkeleton() {
  const t = useText()
  return (
    <div role="status" aria-label={t(common.loading)}>
      <Skeleton width={252} height={288} />
    </div>
  )
}
