import { notifications } from '@mantine/notifications'
import { common } from '../lib/i18n/common.ts'
import { useText } from './preferences.tsx'

/**
 * Tells in a corner of the page what came of something, which screen readers hear. What was done is told for some
 * seconds; what was not, until it is closed.
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

/** Removes every notice, and those that wait. */
export const clearNotices = (): void => notifications.clean()
