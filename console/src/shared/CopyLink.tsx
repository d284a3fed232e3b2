import { ActionIcon, Tooltip } from '@mantine/core'
import { IconCheck, IconLink } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { nowMs } from '../lib/time/clock.ts'
import { common } from '../lib/i18n/common.ts'
import { filters } from '../lib/i18n/search/filters.ts'
import { withFixedDays } from '../lib/time/range.ts'
import { usePreferences, useText } from '../ui/preferences.tsx'
import { useCopy } from '../ui/values/use-copy.ts'

/**
 * Button that copies the URL of a page. The copied URL contains fixed days instead of a relative period such as
 * `last 7 days`, so that the link shows the same period tomorrow.
 */
export function CopyLink() {
  const t = useText()
  const { zone } = usePreferences()
  const clipboard = useCopy()
  const href = useRouterState({ select: ({ location }) => location.publicHref })
  const IconComponent = clipboard.copied ? IconCheck : IconLink
  return (
    <Tooltip label={t(clipboard.copied ? common.copied : filters.copyLink)}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t(filters.copyLink)}
        onClick={() => {
          const url = new URL(href, window.location.origin)
          const range = url.searchParams.get('range')
          if (range !== null) url.searchParams.set('range', withFixedDays(range, zone, nowMs()))
          void clipboard.copy(url.href)
        }}
      >
        <IconComponent size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
