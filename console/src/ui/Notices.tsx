import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'

const SHOWN_MAX = 3

export function Notices() {
  return <Notifications position="bottom-right" limit={SHOWN_MAX} />
}
