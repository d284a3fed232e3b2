import { notifications } from '@mantine/notifications'
import { common } from '../lib/i18n/common.ts'
import { useText } from './preferences.tsx'

/**
 * Returns a function that shows a notification, which screen readers announce. A notification of a success closes
 * by itself. A notification of a failure stays until the person closes it.
 */
export function useNotice(): (message: string, outcome?: 'done' | 'failed') => void {
  const t = useText()
  return (message, outcome = 'done') =>
    void notifications.show({
      closeButtonProps: { 'aria-label': t(common.close) },
      message,
      ...(outcome === 'done' ? { color: 'jade' } : { color: 'red', autoClose: false }),
    })
}

/** Removes every notification, including queued ones. */
export const clearNotices = (): void => notifications.clean()
