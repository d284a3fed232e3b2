import { useNotifications } from '@mantine/notifications'
import { lazyComponent, useWasTrue } from './lazy-component.tsx'

const Notices = lazyComponent(async () => (await import('./Notices.tsx')).Notices, { preload: true })

/** Shows the notifications. The script of `Notices` loads at the first notification. */
export function NoticeArea() {
  const { notifications } = useNotifications()
  return useWasTrue(notifications.length > 0) ? <Notices /> : null
}
