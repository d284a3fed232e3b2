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
 * Copies the URL of the list. Replaces a preset such as `last 7 days` by its days, so that the link shows the
 * same list tomorrow.
 */
export function CopyLink() {
  const t = useText()
  const { zone } = usePreferences()
  const clipboard = useCopy()
  const href = useRouterState({ select: ({ location }) => location.href })
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
